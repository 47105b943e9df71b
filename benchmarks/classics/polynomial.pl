% Powers of 1 + x + y + z: a polynomial is n(Integer), or p(Coefficients) in the next variable, the lowest first.

sum(n(A), n(B), n(C)) :- C is A + B.
sum(n(A), p([B | Q]), p([C | Q])) :- sum(n(A), B, C).
sum(p([A | P]), n(B), p([C | P])) :- sum(A, n(B), C).
sum(p(P), p(Q), p(R)) :- sums(P, Q, R).

sums([], Q, Q).
sums([A | P], [], [A | P]).
sums([A | P], [B | Q], [C | R]) :- sum(A, B, C), sums(P, Q, R).

times(n(A), n(B), n(C)) :- C is A * B.
times(n(A), p(Q), p(R)) :- scaled(Q, n(A), R).
times(p(P), n(B), p(R)) :- scaled(P, n(B), R).
times(p(P), p(Q), p(R)) :- products(P, Q, R).

scaled([], _, []).
scaled([A | P], B, [C | R]) :- times(A, B, C), scaled(P, B, R).

products([], _, []).
products([A | P], Q, R) :- scaled(Q, A, S), products(P, Q, T), sums(S, [n(0) | T], R).

power(0, _, n(1)).
power(N, P, R) :- N > 0, M is N - 1, power(M, P, Q), times(Q, P, R).

constant(n(N), N).
constant(p([A | _]), N) :- constant(A, N).

total(n(N), N).
total(p(P), N) :- totals(P, 0, N).

totals([], N, N).
totals([A | P], I, N) :- total(A, M), J is I + M, totals(P, J, N).

powers(N, Total) :- power(N, p([p([p([n(1), n(1)]), n(1)]), n(1)]), R), total(R, Total).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

polynomial(Times, N, Total) :- again(Times), powers(N, Total).
