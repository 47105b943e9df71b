% Power sets, subset sums, partitions of a number, and Cartesian products.
subset_([], []).
subset_([X|Xs], [X|Ys]) :- subset_(Xs, Ys).
subset_([_|Xs], Ys) :- subset_(Xs, Ys).

subset_sum(L, Sum, S) :- subset_(L, S), sum_list(S, Sum).

partition_(0, _, []) :- !.
partition_(N, Max, [K|Ks]) :- M is min(N, Max), between(1, M, K0), K is M + 1 - K0, R is N - K, partition_(R, K, Ks).

product([], []).
product([Xs|Xss], [X|Ys]) :- member(X, Xs), product(Xss, Ys).

% ?- subset_([a,b,c], S).
%    [[a,b,c]]
%    [[a,b]]
%    [[a,c]]
%    [[a]]
%    [[b,c]]
%    [[b]]
%    [[c]]
%    [[]]
% ?- subset_sum([1,3,5,7,9], 12, S).
%    [[3,9]]
%    [[5,7]]
% ?- partition_(4, 4, Ks).
%    [[4]]
%    [[3,1]]
%    [[2,2]]
%    [[2,1,1]]
%    [[1,1,1,1]]
% ?- findall(P, product([[1,2],[a,b]], P), Ps).
%    [_14438,[[1,a],[1,b],[2,a],[2,b]]]
