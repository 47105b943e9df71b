% Symbolic derivation, twice, of a product of sums.

d(X, X, 1).
d(C, X, 0) :- atomic(C), C \= X.
d(A + B, X, P + Q) :- d(A, X, P), d(B, X, Q).
d(A - B, X, P - Q) :- d(A, X, P), d(B, X, Q).
d(A * B, X, A * Q + P * B) :- d(A, X, P), d(B, X, Q).
d(A / B, X, (P * B - A * Q) / (B * B)) :- d(A, X, P), d(B, X, Q).
d(sin(A), X, cos(A) * P) :- d(A, X, P).
d(cos(A), X, 0 - sin(A) * P) :- d(A, X, P).

product(0, x + 1).
product(N, (x * N - sin(x) / N) * E) :- N > 0, M is N - 1, product(M, E).

size(x, 1).
size(N, 1) :- integer(N).
size(A + B, N) :- both(A, B, N).
size(A - B, N) :- both(A, B, N).
size(A * B, N) :- both(A, B, N).
size(A / B, N) :- both(A, B, N).
size(sin(A), N) :- size(A, M), N is M + 1.
size(cos(A), N) :- size(A, M), N is M + 1.

both(A, B, N) :- size(A, I), size(B, J), N is I + J + 1.

derived(N, Size) :- product(N, E), d(E, x, F), d(F, x, G), size(G, Size).
