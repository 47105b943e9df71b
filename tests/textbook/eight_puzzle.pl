% The eight puzzle by iterative deepening.
goal([1,2,3,8,0,4,7,6,5]).

solve(S, Path) :- length(Path, _), dfs(S, Path, [S]), !.

dfs(S, [], _) :- goal(S).
dfs(S, [M|Ms], Seen) :- move(S, M, T), \+ member(T, Seen), dfs(T, Ms, [T|Seen]).

move(S, left, T) :- nth0(I, S, 0), I mod 3 > 0, J is I - 1, swap(S, I, J, T).
move(S, right, T) :- nth0(I, S, 0), I mod 3 < 2, J is I + 1, swap(S, I, J, T).
move(S, up, T) :- nth0(I, S, 0), I > 2, J is I - 3, swap(S, I, J, T).
move(S, down, T) :- nth0(I, S, 0), I < 6, J is I + 3, swap(S, I, J, T).

swap(S, I, J, T) :-
    nth0(J, S, X),
    maplist([E, F]>>( E =:= 0 -> F = X ; E =:= X -> F = 0 ; F = E ), S, T), I \== J.

% ?- solve([1,2,3,8,6,4,7,0,5], P).
%    [[up]]
% ?- solve([2,8,3,1,6,4,7,0,5], P).
%    [[up,up,left,down,right]]
