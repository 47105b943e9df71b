% Symbolic differentiation, with simplification.
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(-U, X, -A) :- !, d(U, X, A).
d(U + V, X, A + B) :- !, d(U, X, A), d(V, X, B).
d(U - V, X, A - B) :- !, d(U, X, A), d(V, X, B).
d(U * V, X, U * B + V * A) :- !, d(U, X, A), d(V, X, B).
d(U ^ N, X, N * U ^ M * A) :- integer(N), !, M is N - 1, d(U, X, A).
d(sin(U), X, cos(U) * A) :- !, d(U, X, A).
d(exp(U), X, exp(U) * A) :- d(U, X, A).

simp(E, S) :- E =.. [Op, A, B], !, simp(A, A1), simp(B, B1), E1 =.. [Op, A1, B1], ( rule(E1, S) -> true ; S = E1 ).
simp(E, E).

rule(X + 0, X).
rule(0 + X, X).
rule(X - 0, X).
rule(_ * 0, 0).
rule(0 * _, 0).
rule(X * 1, X).
rule(1 * X, X).
rule(X ^ 1, X).
rule(A + B, C) :- number(A), number(B), C is A + B.
rule(A * B, C) :- number(A), number(B), C is A * B.

% ?- d(x^3 + 2*x, x, D).
%    [3*x^2*1+(2*1+x*0)]
% ?- d(x^3 + 2*x, x, D), simp(D, S).
%    [3*x^2*1+(2*1+x*0),3*x^2+2]
% ?- d(sin(x*x), x, D), simp(D, S).
%    [cos(x*x)*(x*1+x*1),cos(x*x)*(x+x)]
% ?- d(y*exp(x), x, D).
%    [y*(exp(x)*1)+exp(x)*0]
