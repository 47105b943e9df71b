% Factorials of numbers that are written as successors.

added(0, N, N).
added(s(M), N, s(K)) :- added(M, N, K).

multiplied(0, _, 0).
multiplied(s(M), N, K) :- multiplied(M, N, L), added(N, L, K).

factorial(0, s(0)).
factorial(s(N), F) :- factorial(N, G), multiplied(s(N), G, F).

number(0, 0).
number(N, s(P)) :- N > 0, M is N - 1, number(M, P).

value(0, N, N).
value(s(P), I, N) :- J is I + 1, value(P, J, N).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

peano(Times, N, F) :- again(Times), number(N, P), factorial(P, Q), value(Q, 0, F).
