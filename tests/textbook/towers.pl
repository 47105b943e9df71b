% The towers of Hanoi: the moves, their number, and a check that plays them.
hanoi(0, _, _, _) --> !.
hanoi(N, A, B, C) -->
    { N > 0, M is N - 1 },
    hanoi(M, A, C, B),
    [A-B],
    hanoi(M, C, B, A).

moves(N, Ms) :- phrase(hanoi(N, left, right, middle), Ms).

play(Ms, N, End) :-
    numlist(1, N, Discs),
    foldl(move, Ms, [left-Discs, middle-[], right-[]], End).
move(A-B, Pegs, New) :-
    selectchk(A-[D | Ds], Pegs, A-Ds, Pegs1),
    selectchk(B-Es, Pegs1, B-[D | Es], New),
    ( Es = [E | _] -> D < E ; true ).
selectchk(X, Xs, Y, Ys) :- select(X, Xs, Y, Ys), !.

count(N, C) :- moves(N, Ms), length(Ms, C).

% ?- moves(2, Ms).
%    [[left-middle,left-right,middle-right]]
% ?- moves(3, Ms), play(Ms, 3, End).
%    [[left-right,left-middle,right-middle,left-right,middle-left,middle-right,left-right],[left-[],middle-[],right-[1,2,3]]]
% ?- findall(C, ( between(0, 6, N), count(N, C) ), Cs).
%    [_19038,_19044,[0,1,3,7,15,31,63]]
% ?- play([left-right, left-right], 2, End).
%    no
% ?- moves(0, Ms).
%    [[]]
% ?- moves(N, []).
%    [0]
