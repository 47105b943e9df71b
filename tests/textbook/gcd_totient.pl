% Euclid, coprime numbers, Euler's totient, modular powers.
my_gcd(X, 0, X) :- X > 0.
my_gcd(X, Y, G) :- Y > 0, Z is X mod Y, my_gcd(Y, Z, G).

coprime(X, Y) :- my_gcd(X, Y, 1).

totient(1, 1) :- !.
totient(M, Phi) :- M1 is M - 1, aggregate_all(count, (between(1, M1, K), coprime(K, M)), Phi).

power_mod(_, 0, _, 1) :- !.
power_mod(B, E, M, R) :-
    E mod 2 =:= 0, !,
    E2 is E // 2, power_mod(B, E2, M, H), R is H * H mod M.
power_mod(B, E, M, R) :- E1 is E - 1, power_mod(B, E1, M, H), R is B * H mod M.

% ?- my_gcd(36, 63, G).
%    [9]
% ?- coprime(35, 64).
%    []
% ?- totient(10, Phi).
%    [4]
% ?- power_mod(7, 560, 561, R).
%    [1]
% ?- G is gcd(36, 63).
%    [9]
