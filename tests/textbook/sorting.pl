% Quicksort with difference lists, mergesort, insertion sort, bubble sort with a cut.
quicksort(L, S) :- qsort(L, S-[]).

qsort([], S-S).
qsort([X|Xs], S-T) :- split(X, Xs, Less, More), qsort(Less, S-[X|U]), qsort(More, U-T).

split(_, [], [], []).
split(P, [X|Xs], [X|Ls], Ms) :- X < P, !, split(P, Xs, Ls, Ms).
split(P, [X|Xs], Ls, [X|Ms]) :- split(P, Xs, Ls, Ms).

mergesort([], []) :- !.
mergesort([X], [X]) :- !.
mergesort(L, S) :-
    length(L, N), H is N // 2, length(A, H), append(A, B, L),
    mergesort(A, SA), mergesort(B, SB), merge(SA, SB, S).

merge([], L, L) :- !.
merge(L, [], L) :- !.
merge([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, !, merge(Xs, [Y|Ys], Zs).
merge(Xs, [Y|Ys], [Y|Zs]) :- merge(Xs, Ys, Zs).

isort(L, S) :- foldl(ins, L, [], S).
ins(X, [], [X]).
ins(X, [Y|Ys], [X,Y|Ys]) :- X =< Y, !.
ins(X, [Y|Ys], [Y|Zs]) :- ins(X, Ys, Zs).

bubble(L, S) :- append(A, [X,Y|B], L), X > Y, !, append(A, [Y,X|B], M), bubble(M, S).
bubble(L, L).

% ?- quicksort([3,1,4,1,5,9,2,6,5,3,5], S).
%    [[1,1,2,3,3,4,5,5,5,6,9]]
% ?- mergesort([3,1,4,1,5,9,2,6,5,3,5], S).
%    [[1,1,2,3,3,4,5,5,5,6,9]]
% ?- isort([3,1,2], S).
%    [[1,2,3]]
% ?- bubble([5,2,4,1], S).
%    [[1,2,4,5]]
% ?- predsort([O,A,B]>>(compare(O,B,A)), [1,3,2,3], S).
%    [_12882,_12888,_12894,[3,2,1]]
