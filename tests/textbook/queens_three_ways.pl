% The queens in three ways: permutations that are tested, squares that remain, and constraints.
:- use_module(library(clpfd)).

% Generate and test.
queens1(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).
safe([]).
safe([Q | Qs]) :- \+ attacks(Q, Qs, 1), safe(Qs).
attacks(Q, [P | _], D) :- Q is P + D ; Q is P - D.
attacks(Q, [_ | Ps], D) :- E is D + 1, attacks(Q, Ps, E).

% One column after the other, with the rows and diagonals that are free (Bratko).
queens2(N, Ys) :-
    numlist(1, N, Dxy),
    Nu1 is 1 - N, Nu2 is N - 1, numlist(Nu1, Nu2, Du),
    Nv2 is N + N, numlist(2, Nv2, Dv),
    sol(Ys, Dxy, Dxy, Du, Dv).
sol([], [], _, _, _).
sol([Y | Ys], [X | Dx1], Dy, Du, Dv) :-
    select(Y, Dy, Dy1),
    U is X - Y, select(U, Du, Du1),
    V is X + Y, select(V, Dv, Dv1),
    sol(Ys, Dx1, Dy1, Du1, Dv1).

% Constraints.
queens3(N, Qs) :- length(Qs, N), Qs ins 1..N, apart(Qs), labeling([ff], Qs).
apart([]).
apart([Q | Qs]) :- foldl({Q}/[P, D0, D]>>( Q #\= P, abs(Q - P) #\= D0, D is D0 + 1 ), Qs, 1, _), apart(Qs).

% ?- queens1(5, Qs).
%    [[1,3,5,2,4]]
%    [[1,4,2,5,3]]
%    [[2,4,1,3,5]]
%    [[2,5,3,1,4]]
%    [[3,1,4,2,5]]
%    [[3,5,2,4,1]]
%    [[4,1,3,5,2]]
%    [[4,2,5,3,1]]
%    [[5,2,4,1,3]]
%    [[5,3,1,4,2]]
% ?- queens2(6, Qs).
%    [[2,4,6,1,3,5]]
%    [[3,6,2,5,1,4]]
%    [[4,1,5,2,6,3]]
%    [[5,3,1,6,4,2]]
% ?- queens3(6, Qs).
%    [[2,4,6,1,3,5]]
%    [[3,6,2,5,1,4]]
%    [[4,1,5,2,6,3]]
%    [[5,3,1,6,4,2]]
% ?- aggregate_all(count, queens2(6, _), N).
%    [4]
% ?- findall(Q, queens1(4, Q), L), findall(Q, queens2(4, Q), L).
%    [_50618,[[2,4,1,3],[3,1,4,2]]]
% ?- queens1(3, Qs).
%    no
% ?- queens3(1, Qs).
%    [[1]]
