% Prime numbers, prime factors, Goldbach's conjecture.
is_prime(2).
is_prime(3).
is_prime(P) :- integer(P), P > 3, P mod 2 =\= 0, \+ has_factor(P, 3).

has_factor(N, L) :- N mod L =:= 0.
has_factor(N, L) :- L * L < N, L2 is L + 2, has_factor(N, L2).

prime_factors(N, L) :- N > 0, prime_factors(N, L, 2).

prime_factors(1, [], _) :- !.
prime_factors(N, [F|L], F) :- R is N // F, N =:= R * F, !, prime_factors(R, L, F).
prime_factors(N, L, F) :- next_factor(N, F, NF), prime_factors(N, L, NF).

next_factor(_, 2, 3) :- !.
next_factor(N, F, NF) :- F * F < N, !, NF is F + 2.
next_factor(N, _, N).

goldbach(4, [2,2]) :- !.
goldbach(N, L) :- N mod 2 =:= 0, N > 4, goldbach(N, L, 3).

goldbach(N, [P,Q], P) :- Q is N - P, is_prime(Q), !.
goldbach(N, L, P) :- P < N, next_prime(P, P1), goldbach(N, L, P1).

next_prime(P, P1) :- P1 is P + 2, is_prime(P1), !.
next_prime(P, P1) :- P2 is P + 2, next_prime(P2, P1).

prime_list(A, B, L) :- findall(P, (between(A, B, P), is_prime(P)), L).

% ?- is_prime(97).
%    []
% ?- is_prime(91).
%    no
% ?- prime_factors(315, L).
%    [[3,3,5,7]]
% ?- goldbach(28, L).
%    [[5,23]]
% ?- prime_list(2, 40, L).
%    [[2,3,5,7,11,13,17,19,23,29,31,37]]
