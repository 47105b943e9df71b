% SEND + MORE = MONEY: different letters stand for different digits, and no number begins with 0.
%
% Representation: each letter is a digit.
% Source: H. E. Dudeney, in Strand Magazine 68 (1924).

:- use_module(library(clpfd)).

model([S, E, N, D, M, O, R, Y]) :-
    Letters = [S, E, N, D, M, O, R, Y],
    Letters ins 0..9,
    all_different(Letters),
    S #\= 0,
    M #\= 0,
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E #= 10000*M + 1000*O + 100*N + 10*E + Y,
    label(Letters).

picture('  {S}{E}{N}{D}\n+ {M}{O}{R}{E}\n------\n {M}{O}{N}{E}{Y}').

:- begin_tests(send_more).

test(money, all(Letters == [[9, 5, 6, 7, 1, 0, 8, 2]])) :- model(Letters).

:- end_tests(send_more).
