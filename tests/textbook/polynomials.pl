% Polynomials as lists of coefficients: sums, products, values, and how they are written.
add([], Q, Q) :- !.
add(P, [], P) :- !.
add([A|P], [B|Q], [C|R]) :- C is A + B, add(P, Q, R).

mul([], _, []).
mul([A|P], Q, R) :- maplist([B, C]>>(C is A * B), Q, Q1), mul(P, Q, R1), add(Q1, [0|R1], R).

value(P, X, V) :- foldr_(P, X, V).

foldr_([], _, 0).
foldr_([A|P], X, V) :- foldr_(P, X, W), V is A + X * W.

power(_, 0, [1]).
power(P, N, Q) :- N > 0, M is N - 1, power(P, M, R), mul(P, R, Q).

% ?- mul([1, 1], [1, -1], R).
%    [[1,0,-1]]
% ?- power([1, 1], 5, P).
%    [[1,5,10,10,5,1]]
% ?- power([1, 2], 3, P), value(P, 2, V).
%    [[1,6,12,8],125]
