% A sudoku of 4 by 4 with constraints.
:- use_module(library(clpfd)).

sudoku(Rows) :-
    length(Rows, 4), maplist(same_length(Rows), Rows),
    append(Rows, Vs), Vs ins 1..4,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns), maplist(all_distinct, Columns),
    Rows = [A,B,C,D],
    blocks(A, B), blocks(C, D).

blocks([], []).
blocks([N1,N2|Ns1], [N3,N4|Ns2]) :- all_distinct([N1,N2,N3,N4]), blocks(Ns1, Ns2).

problem(1, [[_,_,4,_],
            [1,_,_,_],
            [_,_,_,3],
            [_,1,_,_]]).

% ?- problem(1, Rows), sudoku(Rows), maplist(label, Rows).
%    [[[2,3,4,1],[1,4,3,2],[4,2,1,3],[3,1,2,4]]]
% ?- findall(x, (problem(1, Rows), sudoku(Rows), maplist(labeling([ff]), Rows)), Xs), length(Xs, N).
%    [_14034,[x],1]
