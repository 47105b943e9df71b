% Eight queens: generate a permutation and test it.
queens(N, Qs) :- numlist(1, N, Ns), place(Ns, [], Qs).

place([], Qs, Qs).
place(Unplaced, Safe, Qs) :-
    select(Q, Unplaced, Rest),
    \+ attack(Q, Safe),
    place(Rest, [Q|Safe], Qs).

attack(X, Xs) :- attack(X, 1, Xs).

attack(X, N, [Y|_]) :- X is Y + N ; X is Y - N.
attack(X, N, [_|Ys]) :- N1 is N + 1, attack(X, N1, Ys).

% ?- once(queens(8, Qs)).
%    [[4,2,7,3,6,8,5,1]]
% ?- findall(Q, queens(6, Q), L).
%    [_39808,[[5,3,1,6,4,2],[4,1,5,2,6,3],[3,6,2,5,1,4],[2,4,6,1,3,5]]]
