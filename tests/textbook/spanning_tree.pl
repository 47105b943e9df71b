% A minimal spanning tree (Prim), with an ordered set of edges.
e(a, b, 5). e(a, d, 3). e(b, c, 2). e(b, e, 4). e(c, e, 6). e(d, e, 7). e(d, f, 4). e(e, h, 5). e(f, g, 4). e(g, h, 1).

nodes(Ns) :- findall(X, (e(X, _, _) ; e(_, X, _)), L), sort(L, Ns).

mst(Tree, Sum) :- nodes([N|Ns]), mst(Ns, [N], Tree, 0, Sum).

mst([], _, [], S, S) :- !.
mst(Out, In, [e(X, Y, W)|Es], S0, S) :-
    findall(W0-X0/Y0, (crosses(X0, Y0, W0), memberchk(X0, In), memberchk(Y0, Out)), Cs),
    keysort(Cs, [W-X/Y|_]),
    select(Y, Out, Out1), !,
    S1 is S0 + W,
    mst(Out1, [Y|In], Es, S1, S).

crosses(X, Y, W) :- e(X, Y, W).
crosses(X, Y, W) :- e(Y, X, W).

% ?- mst(T, S).
%    [[e(a,d,3),e(d,f,4),e(f,g,4),e(g,h,1),e(a,b,5),e(b,c,2),e(b,e,4)],23]
