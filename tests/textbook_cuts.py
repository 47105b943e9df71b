"""Programs with cuts as textbooks have them, unchanged: the answers are those of SWI-Prolog 9."""

from __future__ import annotations

PROGRAM = r"""
% typical textbook programs with cuts
:- use_module(library(lists)).
min(X, Y, X) :- X =< Y, !.
min(_, Y, Y).
delete_all([], _, []) :- !.
delete_all([X|Xs], X, Ys) :- !, delete_all(Xs, X, Ys).
delete_all([X|Xs], Y, [X|Zs]) :- delete_all(Xs, Y, Zs).
member1(X, [X|_]) :- !.
member1(X, [_|T]) :- member1(X, T).
if_then_else(P, Q, _) :- P, !, Q.
if_then_else(_, _, R) :- R.
different(X, X) :- !, fail.
different(_, _).
likes(mary, X) :- snake(X), !, fail.
likes(mary, X) :- animal(X).
animal(dog). animal(cat). animal(X) :- snake(X).
snake(viper).
gcd1(X, 0, X) :- !.
gcd1(X, Y, G) :- R is X mod Y, gcd1(Y, R, G).
fact(0, 1) :- !.
fact(N, F) :- N1 is N - 1, fact(N1, F1), F is N * F1.
insert(X, [], [X]) :- !.
insert(X, [Y|Ys], [X,Y|Ys]) :- X =< Y, !.
insert(X, [Y|Ys], [Y|Zs]) :- insert(X, Ys, Zs).
isort([], []).
isort([X|Xs], Ys) :- isort(Xs, Zs), insert(X, Zs, Ys).
bubble(L, S) :- append(X, [A,B|Y], L), A > B, !, append(X, [B,A|Y], M), bubble(M, S).
bubble(L, L).
remdup([], []).
remdup([X|Xs], Ys) :- member(X, Xs), !, remdup(Xs, Ys).
remdup([X|Xs], [X|Ys]) :- remdup(Xs, Ys).
classify(N, negative) :- N < 0, !.
classify(0, zero) :- !.
classify(_, positive).
solve(X) :- between(1, 100, X), X * X > 200, !.
union1([], Y, Y) :- !.
union1([X|R], Y, Z) :- member(X, Y), !, union1(R, Y, Z).
union1([X|R], Y, [X|Z]) :- union1(R, Y, Z).
flatten1([], []) :- !.
flatten1([H|T], F) :- !, flatten1(H, F1), flatten1(T, F2), append(F1, F2, F).
flatten1(X, [X]).
collatz(1, 0) :- !.
collatz(N, S) :- N mod 2 =:= 0, !, M is N // 2, collatz(M, T), S is T + 1.
collatz(N, S) :- M is 3 * N + 1, collatz(M, T), S is T + 1.
once1(G) :- call(G), !.
ifte(C, T, E) :- ( C, !, T ; E ).
prime(2) :- !.
prime(N) :- N > 2, N mod 2 =\= 0, \+ has_factor(N, 3).
has_factor(N, F) :- N mod F =:= 0, !.
has_factor(N, F) :- F * F < N, G is F + 2, has_factor(N, G).
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(U + V, X, A + B) :- !, d(U, X, A), d(V, X, B).
d(U * V, X, B * U + A * V) :- d(U, X, A), d(V, X, B).
queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs), !.
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :- Q =\= Q1 + D, Q =\= Q1 - D, D1 is D + 1, no_attack(Q, Qs, D1).
max_l([X], X) :- !.
max_l([X|Xs], M) :- max_l(Xs, N), ( X > N -> M = X ; M = N ).
dutch([], [], [], []).
dutch([r(X)|L], [r(X)|R], W, B) :- !, dutch(L, R, W, B).
dutch([w(X)|L], R, [w(X)|W], B) :- !, dutch(L, R, W, B).
dutch([X|L], R, W, [X|B]) :- dutch(L, R, W, B).
edge(a,b). edge(b,c). edge(c,d). edge(d,a).
path(X, X, _) :- !.
path(X, Y, V) :- edge(X, Z), \+ member(Z, V), path(Z, Y, [Z|V]).
"""
QUERIES = [
    ("min(2,3,M)", ["M = 2"]),
    ("min(3,2,M)", ["M = 2"]),
    ("delete_all([a,b,a,c],a,L)", ["L = [b, c]"]),
    ("member1(X,[1,2])", ["X = 1"]),
    ("member1(2,[1,2])", ["true"]),
    ("if_then_else(1<2, X=a, X=b)", ["X = a"]),
    ("if_then_else(2<1, X=a, X=b)", ["X = b"]),
    ("different(a,b)", ["true"]),
    ("different(a,a)", []),
    ("different(X,a)", []),
    ("likes(mary,dog)", ["true"]),
    ("likes(mary,viper)", []),
    ("likes(mary,X)", []),
    ("gcd1(12,18,G)", ["G = 6"]),
    ("fact(5,F)", ["F = 120"]),
    ("insert(3,[1,2,5],L)", ["L = [1, 2, 3, 5]"]),
    ("isort([3,1,2],L)", ["L = [1, 2, 3]"]),
    ("bubble([3,1,2],L)", ["L = [1, 2, 3]"]),
    ("remdup([a,b,a],L)", ["L = [b, a]"]),
    ("classify(5,X)", ["X = positive"]),
    ("classify(0,X)", ["X = zero"]),
    ("classify(-5,X)", ["X = negative"]),
    ("solve(X)", ["X = 15"]),
    ("union1([a,b],[b,c],L)", ["L = [a, b, c]"]),
    ("flatten1([1,[2,[3]],[]],L)", ["L = [1, 2, 3]"]),
    ("collatz(6,N)", ["N = 8"]),
    ("once1(member(X,[1,2]))", ["X = 1"]),
    ("ifte(member(X,[1,2]),true,X=9)", ["X = 1"]),
    ("prime(17)", ["true"]),
    ("prime(15)", []),
    ("d(x*x+3,x,D)", ["D = 1*x+1*x+0"]),
    ("queens(6,Q)", ["Q = [2, 4, 6, 1, 3, 5]"]),
    ("max_l([1,5,3],M)", ["M = 5"]),
    ("dutch([r(1),w(2),b(3),r(4)],R,W,B)", ["R = [r(1), r(4)], W = [w(2)], B = [b(3)]"]),
    ("path(a,d,[a])", ["true"]),
    ("path(a,X,[a])", ["X = a"]),
]
