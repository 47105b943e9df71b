% Missionaries and cannibals.
start(s(3, 3, left)).
final(s(0, 0, right)).

crossing(s(M, C, left), s(M1, C1, right), M2-C2) :- boat(M2, C2), M1 is M - M2, C1 is C - C2, legal(M1, C1).
crossing(s(M, C, right), s(M1, C1, left), M2-C2) :- boat(M2, C2), M1 is M + M2, C1 is C + C2, legal(M1, C1).

boat(1, 0). boat(0, 1). boat(2, 0). boat(0, 2). boat(1, 1).

legal(M, C) :-
    M >= 0, M =< 3, C >= 0, C =< 3,
    ( M >= C ; M =:= 0 ), !,
    M1 is 3 - M, C1 is 3 - C,
    ( M1 >= C1 ; M1 =:= 0 ), !.

solution(Moves) :- start(S), search(S, [S], Moves).

search(S, _, []) :- final(S), !.
search(S, Seen, [M|Ms]) :- crossing(S, T, M), \+ memberchk(T, Seen), search(T, [T|Seen], Ms).

% ?- solution(Ms).
%    [[0-2,0-1,0-2,0-1,2-0,1-1,2-0,0-1,0-2,1-0,1-1]]
%    [[0-2,0-1,0-2,0-1,2-0,1-1,2-0,0-1,0-2,0-1,0-2]]
%    [[1-1,1-0,0-2,0-1,2-0,1-1,2-0,0-1,0-2,1-0,1-1]]
%    [[1-1,1-0,0-2,0-1,2-0,1-1,2-0,0-1,0-2,0-1,0-2]]
% ?- legal(2, 1).
%    no
