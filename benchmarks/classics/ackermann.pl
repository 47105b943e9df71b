% Ackermann's function: deep recursion of calls in calls.

ackermann(0, N, R) :- R is N + 1.
ackermann(M, 0, R) :- M > 0, L is M - 1, ackermann(L, 1, R).
ackermann(M, N, R) :- M > 0, N > 0, L is M - 1, K is N - 1, ackermann(M, K, S), ackermann(L, S, R).
