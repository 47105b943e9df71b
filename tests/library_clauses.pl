% Clauses that the queries of library.txt ask.
p(1). p(2). p(3). p(2).
q(a, 1). q(b, 2). q(a, 3).
greeting --> [hello], name.
name --> [world].
name --> [prolog].
anbn(0) --> [].
anbn(N) --> "a", anbn(M), "b", { N is M + 1 }.
digits([D | Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).
digit(D) --> [D], { member(D, `0123456789`) }.
number(N) --> digits(Ds), { number_codes(N, Ds) }.
look(X), [X] --> [X].
alt(X) --> ( [a] -> { X = 1 } ; [b], { X = 2 } | "c", { X = 3 } ).
nota --> \+ [a], [_].
two(X) --> call(pair, X).
pair(X, [X, X | R], R).
any([]) --> [].
any([X | Xs]) --> [X], any(Xs).
seq([]) --> [].
seq([X | Xs]) --> [X], seq(Xs).
expr(V) --> product(X), "+", expr(Y), { V is X + Y }.
expr(V) --> product(V).
product(V) --> atom(X), "*", product(Y), { V is X * Y }.
product(V) --> atom(V).
atom(V) --> "(", expr(V), ")".
atom(V) --> digit(D), { V is D - 0'0 }.
text --> "ab", "", `c`.
empty --> [].
curly(X) --> { X = 1 }, [a], { true }.
deep --> ( [x], ( [y] ; [z] ) ; [] ), {}.
adder(N, [X, Y]>>(Y is X + N)).
mymap(_, [], []).
mymap(G, [X | Xs], [Y | Ys]) :- call(G, X, Y), mymap(G, Xs, Ys).

% Cuts.
larger(X, Y, X) :- X > Y, !.
larger(_, Y, Y).
one(X) :- p(X), !.
oneq(X, Y) :- q(X, Y), !.
c1(X) :- ( p(X), X > 1, ! ; X = 9 ).
c2(X) :- p(X), ( X =:= 2 -> ! ; fail ).
c2(7).
c3(X) :- \+ \+ ( p(X), ! ).
c4(X) :- call(!), p(X).
c5(X, Y) :- p(X), !, p(Y).
c6(a) :- !.
c6(b) :- !.
c6(_).
c7([], 0) :- !.
c7([_ | T], N) :- c7(T, M), N is M + 1.
c8(X) :- findall(Y, ( p(Y), ! ), X).
c9(X) :- ( true ; X = 2 ), !.
d1(X) :- G = ( p(X), ! ), call(G).
d2(X, Y) :- ( p(X), ! ), p(Y).
d3(X) :- once(( p(X), X > 1 )).
d4(X) :- forall(( member(Y, [1, 2]), ! ), Y < 3), p(X).
d5(X, Y) :- p(X), ( X > 1, !, Y = big ; Y = small ).
d6(X) :- ( ! , fail ; true ), X = 1.
d6(2).
d7(X) :- \+ ( p(X), ! , fail ).
d8(X) :- ( p(X) -> true ; ! ), X < 3.
d8(8).
d9(X) :- ( \+ p(X) -> ! ; true ).
d9(9).
e1(X) :- dif(X, 1), !.
e1(_).
e2(X, Y) :- member(X, [1, 2, 3]), X =\= Y, !.
e3(f(X)) :- !, X = 1.
e3(_).
e4(X, Y) :- X = Y, !.
e4(_, _).
e5(X) :- X == 1, !.
e5(_).
e7(X) :- ( X = 1, ! ; X = 2 ), true.
e7(3).
e8(X) :- catch_me(X), !.
catch_me(1).
catch_me(2).

% Bodies of grammars.
ab --> "a" ; "b".
greed([X | Xs]) --> [X], !, greed(Xs).
greed([]) --> [].
opt --> ( "x" -> "y" ; [] ).
opt2 --> "x" -> "y".
ifn --> \+ "x", "y".
iff(X) --> { X > 1 } -> "big" ; "small".
cutbody(X) --> { member(X, [1, 2, 3]) }, !, [X].
pb(X), [a, X] --> [X, b].
pb2, "ab" --> "c".
pb3, [] --> [q].
callb(X) --> call([Y, L, R]>>( L = [Y | R] ), X).
call0 --> call(same).
same(L, L).
call1(X) --> call(takes, X).
takes(X, [X | L], L).
call2(X, Y) --> call(takes, X), call(takes, Y).
strb --> "a\nb".
chs --> [c, d].
emp --> "".
bar(X) --> [X] | [X], [X].
altc(X) --> [a], !, { X = 1 }.
altc(2) --> [_].
rec(0) --> [].
rec(N) --> [x], rec(M), { N is M + 1 }.
lft(N) --> { N > 0, M is N - 1 }, [x], lft(M).
lft(0) --> [].
blank, [] --> [].
star(G, [X | Xs]) --> call(G, X), star(G, Xs).
star(_, []) --> [].
vb(B) --> B.
vb2(B) --> [s], B, [e].
tail, [Z] --> [_, Z].
cnt(N0, N) --> [_], { N1 is N0 + 1 }, cnt(N1, N).
cnt(N, N) --> [].
stt, [S] --> [_], { S = new }.

% Lambdas in clauses.
l1(N, L, M) :- maplist([X, Y]>>(Y is X + N), L, M).
l2(L, M) :- maplist([X, Y]>>(Y = X-N), L, M), N = 1.
l3(N, L) :- maplist({N}/[X]>>(X = N), L).
l4(N, L) :- maplist(\X^(X = N), L).
l5(L, M) :- maplist([X, Y]>>(Z = f(X), Y = g(Z)), L, M).
l6(L) :- maplist([X]>>(member(X, [1, 2])), L).
l7(L, Y) :- maplist([X]>>(X = Y), L).
l9(F, X, Y) :- F = [A, B]>>(B = h(A)), call(F, X, Y).
m1(L, S) :- foldl([X, A, B]>>(B is A + X), L, 0, S).
m2(L, M) :- maplist([X-Y, Y-X]>>true, L, M).
m3(L, M) :- include([X]>>(X mod 2 =:= 0), L, M).
m5(N, L) :- maplist([X]>>(\+ X = N), L).
m6(L, M) :- maplist([X, S]>>(findall(Y, (member(Y, [1, 2, 3]), Y < X), S)), L, M).
m8(L) :- maplist([X, Y]>>(maplist([A, B]>>(B is A * X), [1, 2], Y)), [1, 2], L).

% Goals that a caller gives.
agg(S, G, R) :- aggregate_all(S, G, R).
drop(K, L, R) :- delete(L, K-_, R).
drops(Ks, L, R) :- foldl([K, A, B]>>delete(A, K-_, B), Ks, L, R).
dropx(L, X, R) :- delete(L, f(X), R).

% Lambdas beside and inside of goals with variables of their own.
j1(L, R) :- maplist([X]>>(X > 0), L), findall(X, member(X, L), R).
j2(L) :- \+ ( Y = 1, maplist([X]>>(X > Y), L) ).
j3(L, N) :- aggregate_all(count, ( member(Y, L), maplist([X]>>(X >= Y), L) ), N).
j4(L) :- forall(member(X, L), call([X]>>(X > 0), X)).
j5(L, R) :- findall(S, ( member(K, L), foldl([X, A, B]>>(B is A + X * K), [1, 2], 0, S) ), R).
j7(L, R) :- maplist([X, Y]>>(Y is X + 1), L, R), \+ ( member(X, R), X > 5 ).
j8(L, R) :- findall(Y, ( member(Y, L), \+ ( member(Z, L), call([W]>>(W > Y), Z) ) ), R).
j9(L, K) :- findall(X, ( member(X, L), call([Y]>>(Y > K), X) ), R), R = [K | _].

% Errors that are thrown and caught.
big(X) :- p(X), ( X > 2 -> throw(big(X)) ; true ).
safe(X, Y) :- catch(Y is 6 // X, error(evaluation_error(E), _), Y = E).
first_error([G | _], E) :- catch((call(G), fail), E, true), !.
first_error([_ | Gs], E) :- first_error(Gs, E).
:- table caught/2.
caught(X, Y) :- p(X), catch(big(X), big(B), true), ( X > 2 -> Y = B ; Y = none ).

% Goals that wait.
ordered_later([]).
ordered_later([_]).
ordered_later([X, Y | Zs]) :- when((nonvar(X), nonvar(Y)), X < Y), ordered_later([Y | Zs]).

% Soft cuts.
softly(X) :- ( p(X) *-> true ; X = none ).
softly_cut(X) :- ( p(X) *-> ! ; X = none ).
softly_cut(9).
softly(X) --> ( [a] *-> { X = 1 } ; [b], { X = 2 } ).
