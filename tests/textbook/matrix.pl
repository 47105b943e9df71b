% Matrices: transposition, products, determinants, Pascal's triangle.
trans([[]|_], []) :- !.
trans(M, [Col|Cols]) :- heads(M, Col, Rest), trans(Rest, Cols).

heads([], [], []).
heads([[X|Xs]|Rows], [X|Cs], [Xs|Rs]) :- heads(Rows, Cs, Rs).

dot(Xs, Ys, S) :- foldl([X, Y, A, B]>>(B is A + X * Y), Xs, Ys, 0, S).

mult(A, B, C) :- trans(B, T), maplist([Row, R]>>maplist(dot(Row), T, R), A, C).

pascal(1, [1]) :- !.
pascal(N, Row) :- M is N - 1, pascal(M, Prev), append([0], Prev, L), append(Prev, [0], R), maplist(plus, L, R, Row).

det([[X]], X) :- !.
det([Row|Rows], D) :-
    findall(T, ( nth0(I, Row, X), maplist([R, S]>>nth0(I, R, _, S), Rows, Minor), det(Minor, M), T is (-1) ** I * X * M ), Ts),
    sum_list(Ts, D).

% ?- trans([[1,2,3],[4,5,6]], T).
%    [[[1,4],[2,5],[3,6]]]
% ?- mult([[1,2],[3,4]], [[0,1],[1,0]], C).
%    [[[2,1],[4,3]]]
% ?- pascal(6, R).
%    [[1,5,10,10,5,1]]
% ?- det([[2,0,1],[1,3,2],[1,1,1]], D).
%    [0]
