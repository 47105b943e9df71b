% The sieve of Eratosthenes.
primes(N, Ps) :- numlist(2, N, L), sieve(L, Ps).

sieve([], []).
sieve([P|Xs], [P|Ps]) :- exclude([X]>>(0 is X mod P), Xs, Ys), sieve(Ys, Ps).

% ?- primes(50, Ps).
%    [[2,3,5,7,11,13,17,19,23,29,31,37,41,43,47]]
% ?- primes(2, Ps).
%    [[2]]
