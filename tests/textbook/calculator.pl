% A calculator: tokens by one grammar, expressions by another.
calc(Text, Value) :- atom_codes(Text, Codes), phrase(tokens(Ts), Codes), phrase(expr(Value), Ts), !.

tokens(Ts) --> blanks, tokens_(Ts).

tokens_([T|Ts]) --> token(T), !, blanks, tokens_(Ts).
tokens_([]) --> [].

token(n(N)) --> digits(Ds), { number_codes(N, Ds) }.
token(op(O)) --> [C], { memberchk(C, `+-*/()`), char_code(O, C) }.

digits([D|Ds]) --> digit(D), digits_(Ds).
digits_([D|Ds]) --> digit(D), !, digits_(Ds).
digits_([]) --> [].
digit(D) --> [D], { code_type(D, digit) }.

blanks --> " ", !, blanks.
blanks --> [].

expr(V) --> term(V0), expr_(V0, V).
expr_(V0, V) --> [op(+)], !, term(V1), { V2 is V0 + V1 }, expr_(V2, V).
expr_(V0, V) --> [op(-)], !, term(V1), { V2 is V0 - V1 }, expr_(V2, V).
expr_(V, V) --> [].
term(V) --> factor(V0), term_(V0, V).
term_(V0, V) --> [op(*)], !, factor(V1), { V2 is V0 * V1 }, term_(V2, V).
term_(V0, V) --> [op(/)], !, factor(V1), { V2 is V0 // V1 }, term_(V2, V).
term_(V, V) --> [].
factor(V) --> [n(V)].
factor(V) --> [op('(')], expr(V), [op(')')].

% ?- calc('1 + 2*(3 - 4)', V).
%    [-1]
% ?- calc('100/7/2', V).
%    [7]
% ?- calc('1 +', V).
%    no
% ?- phrase(tokens(Ts), `12+3`).
%    [[n(12),op(+),n(3)]]
