% Queens: n queens on a board of n by n squares, none of which attacks another.
%
% Representation: the list of the queens' rows, from the left column to the right; rows are numbered from 1.
% Source: M. Bezzel, in Berliner Schachzeitung 3 (1848); 92 solutions on 8 by 8, F. Nauck (1850).

:- use_module(library(clpfd)).

parameter(n, 8).

model(Queens) :-
    parameter(n, N),
    length(Queens, N),
    Queens ins 1..N,
    all_different(Queens),
    safe(Queens),
    labeling([ff], Queens).

% None of the Queens attacks another along a diagonal.
safe([]).
safe([Queen | Queens]) :- no_attack(Queen, 1, Queens), safe(Queens).

% Queen attacks none of the others along a diagonal, the first of which is Steps columns to the right.
no_attack(_, _, []).
no_attack(Queen, Steps, [Other | Others]) :-
    abs(Queen - Other) #\= Steps,
    More is Steps + 1,
    no_attack(Queen, More, Others).

% The board row by row.
picture(Queens, Rows) :-
    length(Queens, N),
    numlist(1, N, Numbers),
    maplist(row(Queens), Numbers, Rows).

shape('Q', queen).

row(Queens, Number, Row) :- maplist(square(Number), Queens, Row).

square(Number, Number, 'Q').
square(Number, Queen, '.') :- Number =\= Queen.

:- begin_tests(queens).

test(four, all(Queens == [[2, 4, 1, 3], [3, 1, 4, 2]])) :-
    length(Queens, 4), Queens ins 1..4, all_different(Queens), safe(Queens), label(Queens).
test(eight, true(N == 92)) :- findall(Queens, model(Queens), Found), length(Found, N).

:- end_tests(queens).
