% Queens: a row is selected for the next column only if no queen there sees it.

taken(X, [X | L], L).
taken(X, [Y | L], [Y | M]) :- taken(X, L, M).

placed([], Qs, Qs).
placed([R | Rs], Before, Qs) :- taken(Q, [R | Rs], Left), unseen(Q, 1, Before), placed(Left, [Q | Before], Qs).

unseen(_, _, []).
unseen(Q, D, [R | Rs]) :- Q =\= R + D, Q =\= R - D, E is D + 1, unseen(Q, E, Rs).

rows(N, N, [N]).
rows(I, N, [I | L]) :- I < N, J is I + 1, rows(J, N, L).

queens(N, Qs) :- rows(1, N, L), placed(L, [], Qs).
