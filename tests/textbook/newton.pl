% The square root by Newton's method.
root(X, R) :- root(X, X / 2.0, R).
root(X, G, G) :- abs(G * G - X) < 0.00001, !.
root(X, G, R) :- G1 is (G + X / G) / 2, root(X, G1, R).

isqrt(N, R) :- isqrt(N, 0, R).
isqrt(N, R, R) :- (R + 1) * (R + 1) > N, !.
isqrt(N, K, R) :- K1 is K + 1, isqrt(N, K1, R).

% ?- isqrt(50, R).
%    [7]
