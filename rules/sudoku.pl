% Sudoku: a digit in each empty cell, so that no row, column or box has a digit twice.
%
% Boxes are 3 by 3 in a grid of 9 by 9, and k by k in one of k * k by k * k.
%
% Representation: the list of the rows, each the list of its digits; `_` is an empty cell.
% Source of the default grid: the hardest of the "top 95", P. Norvig, Solving Every Sudoku Puzzle (2006).

:- use_module(library(clpfd)).

parameter(grid, [
    [8, 5, _,   _, _, 2,   4, _, _],
    [7, 2, _,   _, _, _,   _, _, 9],
    [_, _, 4,   _, _, _,   _, _, _],

    [_, _, _,   1, _, 7,   _, _, 2],
    [3, _, 5,   _, _, _,   9, _, _],
    [_, 4, _,   _, _, _,   _, _, _],

    [_, _, _,   _, 8, _,   _, 7, _],
    [_, 1, 7,   _, _, _,   _, _, _],
    [_, _, _,   _, 3, 6,   _, 4, _]
]).

model(Rows) :-
    parameter(grid, Rows),
    length(Rows, Size),
    append(Rows, Cells),
    Cells ins 1..Size,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    boxes(Rows, Boxes),
    maplist(all_distinct, Boxes),
    labeling([ff], Cells).

% Boxes are the boxes of a grid, each the list of its cells.
boxes(Rows, Boxes) :-
    length(Rows, Size),
    between(1, Size, K), Size =:= K * K,
    parts(K, Rows, Bands),
    maplist(boxes_of(K), Bands, Found),
    append(Found, Boxes).

% Boxes are those of K rows.
boxes_of(K, Rows, Boxes) :- transpose(Rows, Columns), parts(K, Columns, Parts), maplist(append, Parts, Boxes).

% Parts are what a list falls into, K elements each.
parts(_, [], []).
parts(K, List, [Part | Parts]) :- length(Part, K), append(Part, Rest, List), parts(K, Rest, Parts).

picture(regions(Names)) :-
    parameter(grid, Rows),
    length(Rows, Size),
    between(1, Size, K), Size =:= K * K,
    numlist(1, Size, Numbers),
    maplist(names_of_row(K, Numbers), Numbers, Names).

% Names are those of the boxes in a row.
names_of_row(K, Numbers, Row, Names) :- maplist(name_of_box(K, Row), Numbers, Names).

name_of_box(K, Row, Column, Name) :- Name is (Row - 1) // K * K + (Column - 1) // K.

:- begin_tests(sudoku).

test(first_row, true(Row == [8, 5, 9, 6, 1, 2, 4, 3, 7])) :- once(model([Row | _])).

:- end_tests(sudoku).
