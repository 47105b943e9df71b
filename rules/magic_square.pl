% Magic squares: the numbers from 1 to n * n in a square, so that all rows, columns and diagonals have the same sum.
%
% Every square comes in eight positions. With `corners` only one of them counts: of the corners the one top left is the
% smallest, and the one top right is smaller than the one bottom left.
%
% Representation: the list of the rows, each the list of its numbers.

:- use_module(library(clpfd)).

parameter(order, 3).
parameter(corners, true).

model(Rows) :-
    parameter(order, Order),
    parameter(corners, Corners),
    length(Rows, Order),
    maplist(same_length(Rows), Rows),
    append(Rows, Numbers),
    Last is Order * Order,
    Numbers ins 1..Last,
    all_different(Numbers),
    lines(Rows, Lines),
    Sum is Order * (Last + 1) // 2,
    maplist(adds_up(Sum), Lines),
    corners(Corners, Rows),
    label(Numbers).

% Lines are the rows, columns and diagonals of a square.
lines(Rows, Lines) :-
    transpose(Rows, Columns),
    length(Rows, Order),
    numlist(1, Order, Places),
    reverse(Places, Back),
    maplist(nth1, Places, Rows, Down),
    maplist(nth1, Back, Rows, Up),
    append([Rows, Columns, [Down, Up]], Lines).

adds_up(Sum, Line) :- sum(Line, #=, Sum).

% Of the eight positions of the square one, where that is wanted.
corners(false, _).
corners(true, [[_]]).
corners(true, [Top, Row | Rows]) :-
    last([Row | Rows], Bottom),
    Top = [A | _], last(Top, C),
    Bottom = [G | _], last(Bottom, I),
    A #< C, C #< G, A #< I.

:- begin_tests(magic_square).

test(smallest, all(Rows == [[[2, 9, 4], [7, 5, 3], [6, 1, 8]]])) :- model(Rows).

:- end_tests(magic_square).
