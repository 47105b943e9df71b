% Combinations, groups and permutations.
combination(0, _, []) :- !.
combination(N, L, [X|Xs]) :- N > 0, el(X, L, R), N1 is N - 1, combination(N1, R, Xs).

el(X, [X|L], L).
el(X, [_|L], R) :- el(X, L, R).

group3(G, G1, G2, G3) :-
    selectN(2, G, G1), subtract(G, G1, R1),
    selectN(3, R1, G2), subtract(R1, G2, R2),
    selectN(4, R2, G3), subtract(R2, G3, []).

selectN(0, _, []) :- !.
selectN(N, L, [X|S]) :- N > 0, el(X, L, R), N1 is N - 1, selectN(N1, R, S).

perm([], []).
perm(L, [X|P]) :- select(X, L, R), perm(R, P).

% ?- combination(3, [a,b,c,d], L).
%    [[a,b,c]]
%    [[a,b,d]]
%    [[a,c,d]]
%    [[b,c,d]]
% ?- findall(L, combination(3, [a,b,c,d,e,f], L), Ls), length(Ls, N).
%    [_43766,[[a,b,c],[a,b,d],[a,b,e],[a,b,f],[a,c,d],[a,c,e],[a,c,f],[a,d,e],[a,d,f],[a,e,f],[b,c,d],[b,c,e],[b,c,f],[b,d,e],[b,d,f],[b,e,f],[c,d,e],[c,d,f],[c,e,f],[d,e,f]],20]
% ?- aggregate_all(count, group3([a,b,c,d,e,f,g,h,i], _, _, _), N).
%    [1260]
% ?- perm([1,2,3], P).
%    [[1,2,3]]
%    [[1,3,2]]
%    [[2,1,3]]
%    [[2,3,1]]
%    [[3,1,2]]
%    [[3,2,1]]
