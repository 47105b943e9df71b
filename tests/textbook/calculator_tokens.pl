% An interpreter for a small language of assignments: characters, tokens, a tree, and its values in an assoc.
:- use_module(library(assoc)).

tokens(Ts) --> spaces, tokens_(Ts).
tokens_([T | Ts]) --> token(T), !, spaces, tokens_(Ts).
tokens_([]) --> [].

spaces --> " ", !, spaces.
spaces --> [].

token(num(N)) --> digits([D | Ds]), !, { number_codes(N, [D | Ds]) }.
token(id(A)) --> letters([C | Cs]), !, { atom_codes(A, [C | Cs]) }.
token(op(:=)) --> ":=", !.
token(op(Op)) --> [C], { memberchk(C, `+-*/();`), char_code(Op, C) }.

digits([D | Ds]) --> [D], { D >= 0'0, D =< 0'9 }, !, digits(Ds).
digits([]) --> [].
letters([C | Cs]) --> [C], { C >= 0'a, C =< 0'z }, !, letters(Cs).
letters([]) --> [].

program([S | Ss]) --> statement(S), [op(;)], !, program(Ss).
program([S]) --> statement(S).
statement(set(X, E)) --> [id(X), op(:=)], expression(E).

expression(E) --> term(T), expression(T, E).
expression(A, E) --> [op(+)], !, term(B), expression(A + B, E).
expression(A, E) --> [op(-)], !, term(B), expression(A - B, E).
expression(E, E) --> [].
term(E) --> factor(F), term(F, E).
term(A, E) --> [op(*)], !, factor(B), term(A * B, E).
term(A, E) --> [op(/)], !, factor(B), term(A // B, E).
term(E, E) --> [].
factor(N) --> [num(N)].
factor(v(X)) --> [id(X)].
factor(E) --> [op('(')], expression(E), [op(')')].

value(N, _, N) :- integer(N).
value(v(X), Env, V) :- get_assoc(X, Env, V).
value(A + B, Env, V) :- value(A, Env, VA), value(B, Env, VB), V is VA + VB.
value(A - B, Env, V) :- value(A, Env, VA), value(B, Env, VB), V is VA - VB.
value(A * B, Env, V) :- value(A, Env, VA), value(B, Env, VB), V is VA * VB.
value(A // B, Env, V) :- value(A, Env, VA), value(B, Env, VB), VB =\= 0, V is VA // VB.

execute(set(X, E), Env0, Env) :- value(E, Env0, V), put_assoc(X, Env0, V, Env).

run(Codes, Bindings) :-
    phrase(tokens(Ts), Codes),
    phrase(program(P), Ts),
    empty_assoc(Env0),
    foldl(execute, P, Env0, Env),
    assoc_to_list(Env, Bindings).

% ?- run(`x := 1 + 2 * 3`, B).
%    [[x-7]]
% ?- run(`x := 7; y := (x - 1) * x; x := y / 5`, B).
%    [[x-8,y-42]]
% ?- run(`y := z`, B).
%    no
% ?- run(`x := 1 / 0`, B).
%    no
% ?- run(`x = 1`, B).
%    no
% ?- phrase(tokens(Ts), `ab1 := 2`).
%    [[id(ab),num(1),op(:=),num(2)]]
% ?- phrase(expression(E), [num(1), op(-), num(2), op(-), num(3)]).
%    [1-2-3]
