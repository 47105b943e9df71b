% Merge sort, of numbers from a linear congruence.

halved([], [], []).
halved([X], [X], []).
halved([X, Y | L], [X | A], [Y | B]) :- halved(L, A, B).

merged([], L, L).
merged([X | A], [], [X | A]).
merged([X | A], [Y | B], [Z | C]) :- ( X =< Y -> Z = X, merged(A, [Y | B], C) ; Z = Y, merged([X | A], B, C) ).

sorted([], []).
sorted([X], [X]).
sorted([X, Y | L], S) :- halved([X, Y | L], A, B), sorted(A, C), sorted(B, D), merged(C, D, S).

numbers(0, _, []).
numbers(N, S, [S | L]) :- N > 0, M is N - 1, T is (S * 1309 + 13849) mod 65536, numbers(M, T, L).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

mergesort(Times, N, First, Second) :- numbers(N, 42, L), again(Times), sorted(L, [First, Second | _]).
