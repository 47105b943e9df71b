% Queens: each order of the rows is made whole, then looked at.

taken(X, [X | L], L).
taken(X, [Y | L], [Y | M]) :- taken(X, L, M).

order([], []).
order(L, [X | R]) :- taken(X, L, M), order(M, R).

safe([]).
safe([Q | Qs]) :- unseen(Q, 1, Qs), safe(Qs).

unseen(_, _, []).
unseen(Q, D, [R | Rs]) :- Q =\= R + D, Q =\= R - D, E is D + 1, unseen(Q, E, Rs).

rows(N, N, [N]).
rows(I, N, [I | L]) :- I < N, J is I + 1, rows(J, N, L).

queens(N, Qs) :- rows(1, N, L), order(L, Qs), safe(Qs).
