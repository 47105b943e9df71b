% Colour the nodes of a graph in order of their degree (Welsh-Powell).
adjacent(a, b). adjacent(a, c). adjacent(b, c). adjacent(b, d). adjacent(c, d). adjacent(d, e).

nb(X, Y) :- adjacent(X, Y).
nb(X, Y) :- adjacent(Y, X).

by_degree(Ns) :-
    setof(X, Y^nb(X, Y), All),
    findall(D-X, (member(X, All), aggregate_all(count, nb(X, _), C), D is -C), Ds),
    keysort(Ds, Sorted), findall(X, member(_-X, Sorted), Ns).

paint(Colouring) :- by_degree(Ns), paint(Ns, [], Colouring).

paint([], Cs, Cs).
paint([N|Ns], Done, Cs) :-
    between(1, 9, Colour),
    \+ (member(M-Colour, Done), nb(N, M)), !,
    paint(Ns, [N-Colour|Done], Cs).

% ?- by_degree(L).
%    [[b,c,d,a,e]]
% ?- paint(Cs).
%    [[e-1,a-3,d-3,c-2,b-1]]
