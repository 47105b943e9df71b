% Symbolic differentiation with cuts, and simplification of what comes out.
diff(X, X, 1) :- !.
diff(C, _, 0) :- atomic(C), !.
diff(U + V, X, DU + DV) :- !, diff(U, X, DU), diff(V, X, DV).
diff(U - V, X, DU - DV) :- !, diff(U, X, DU), diff(V, X, DV).
diff(U * V, X, U * DV + V * DU) :- !, diff(U, X, DU), diff(V, X, DV).
diff(U ^ N, X, N * U ^ M * DU) :- integer(N), !, M is N - 1, diff(U, X, DU).
diff(sin(U), X, cos(U) * DU) :- !, diff(U, X, DU).
diff(exp(U), X, exp(U) * DU) :- diff(U, X, DU).

simp(E, E) :- atomic(E), !.
simp(A + B, S) :- !, simp(A, A1), simp(B, B1), add(A1, B1, S).
simp(A - B, S) :- !, simp(A, A1), simp(B, B1), sub(A1, B1, S).
simp(A * B, S) :- !, simp(A, A1), simp(B, B1), mul(A1, B1, S).
simp(A ^ B, S) :- !, simp(A, A1), simp(B, B1), pow(A1, B1, S).
simp(E, S) :- E =.. [F | As], maplist(simp, As, Bs), S =.. [F | Bs].

add(0, X, X) :- !.
add(X, 0, X) :- !.
add(X, Y, Z) :- integer(X), integer(Y), !, Z is X + Y.
add(X, X, S) :- !, mul(2, X, S).
add(X, Y, X + Y).
sub(X, 0, X) :- !.
sub(X, X, 0) :- !.
sub(X, Y, Z) :- integer(X), integer(Y), !, Z is X - Y.
sub(X, Y, X - Y).
mul(0, _, 0) :- !.
mul(_, 0, 0) :- !.
mul(1, X, X) :- !.
mul(X, 1, X) :- !.
mul(X, Y, Z) :- integer(X), integer(Y), !, Z is X * Y.
mul(X, Y, X * Y).
pow(_, 0, 1) :- !.
pow(X, 1, X) :- !.
pow(X, N, X ^ N).

d(E, X, D) :- diff(E, X, R), simp(R, D).

% ?- d(x ^ 3 + 2 * x + 1, x, D).
%    [3*x^2+2]
% ?- d(x * y, y, D).
%    [x]
% ?- d(sin(x ^ 2), x, D).
%    [cos(x^2)*(2*x)]
% ?- d(exp(3 * x) - x, x, D).
%    [exp(3*x)*3-1]
% ?- d(x + x, x, 2).
%    []
% ?- diff(a, x, D).
%    [0]
% ?- simp(0 * x + y * 1, S).
%    [y]
% ?- diff(foo(x), x, D).
%    no
