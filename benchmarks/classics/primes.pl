% A sieve: of what a prime leaves, the first is the next prime.

upto(I, N, []) :- I > N.
upto(I, N, [I | L]) :- I =< N, J is I + 1, upto(J, N, L).

sifted([], []).
sifted([P | L], [P | R]) :- without(L, P, M), sifted(M, R).

without([], _, []).
without([X | L], P, R) :- ( X mod P =:= 0 -> R = S ; R = [X | S] ), without(L, P, S).

last([X], X).
last([_, Y | L], X) :- last([Y | L], X).

primes(N, Last) :- upto(2, N, L), sifted(L, Primes), last(Primes, Last).
