% Fibonacci's numbers as they are defined.

fibonacci(0, 0).
fibonacci(1, 1).
fibonacci(N, F) :- N > 1, A is N - 1, B is N - 2, fibonacci(A, X), fibonacci(B, Y), F is X + Y.
