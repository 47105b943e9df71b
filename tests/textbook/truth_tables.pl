% Logical expressions and their truth tables.
and(A, B) :- A, B.

or(A, _) :- A.
or(_, B) :- B.

equ(A, B) :- or(and(A, B), and(not(A), not(B))).
xor(A, B) :- not(equ(A, B)).
nand(A, B) :- not(and(A, B)).
impl(A, B) :- or(not(A), B).

bind(true).
bind(fail).

row(A, B, Expr, Value) :- bind(A), bind(B), (Expr -> Value = true ; Value = fail).

% ?- row(A, B, and(A, or(A, B)), V).
%    [true,true,true]
%    [true,fail,true]
%    [fail,true,fail]
%    [fail,fail,fail]
% ?- row(A, B, xor(A, impl(A, B)), V).
%    [true,true,fail]
%    [true,fail,true]
%    [fail,true,true]
%    [fail,fail,true]
% ?- findall(V, row(A, B, equ(A, nand(A, B)), V), Vs).
%    [_17866,_17872,_17878,[fail,true,fail,fail]]
