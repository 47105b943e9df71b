% Split, slice, rotate, insert and remove.
split(L, 0, [], L).
split([X|Xs], N, [X|Ys], Zs) :- N > 0, N1 is N - 1, split(Xs, N1, Ys, Zs).

slice([X|_], 1, 1, [X]).
slice([X|Xs], 1, K, [X|Ys]) :- K > 1, K1 is K - 1, slice(Xs, 1, K1, Ys).
slice([_|Xs], I, K, Ys) :- I > 1, I1 is I - 1, K1 is K - 1, slice(Xs, I1, K1, Ys).

rotate([], _, []) :- !.
rotate(L1, N, L2) :- length(L1, NL1), N1 is N mod NL1, split(L1, N1, S1, S2), append(S2, S1, L2).

remove_at(X, [X|Xs], 1, Xs).
remove_at(X, [Y|Xs], K, [Y|Ys]) :- K > 1, K1 is K - 1, remove_at(X, Xs, K1, Ys).

insert_at(X, L, K, R) :- remove_at(X, R, K, L).

% ?- split([a,b,c,d,e,f,g,h,i,k], 3, L1, L2).
%    [[a,b,c],[d,e,f,g,h,i,k]]
% ?- slice([a,b,c,d,e,f,g,h,i,k], 3, 7, L).
%    [[c,d,e,f,g]]
% ?- rotate([a,b,c,d,e,f,g,h], -2, X).
%    [[g,h,a,b,c,d,e,f]]
% ?- insert_at(alfa, [a,b,c,d], 2, L).
%    [[a,alfa,b,c,d]]
% ?- remove_at(X, [a,b,c,d], 2, R).
%    [b,[a,c,d]]
