% Paths and cycles in a graph.
edge(b, c). edge(b, f). edge(c, f). edge(f, k). edge(g, h). edge(h, g). edge(k, b).

path(A, B, Path) :- travel(A, B, [A], Q), reverse(Q, Path).

travel(A, B, P, [B|P]) :- edge(A, B).
travel(A, B, Visited, Path) :-
    edge(A, C), C \== B,
    \+ member(C, Visited),
    travel(C, B, [C|Visited], Path).

cycle(A, Path) :- edge(A, B), ( A == B -> Path = [A, B] ; path(B, A, P), Path = [A|P] ).

nodes(Ns) :- setof(X, Y^(edge(X, Y) ; edge(Y, X)), Ns).

% ?- path(b, k, P).
%    [[b,c,f,k]]
%    [[b,f,k]]
% ?- path(k, g, P).
%    no
% ?- cycle(f, P).
%    [[f,k,b,f]]
%    [[f,k,b,c,f]]
% ?- nodes(Ns).
%    [[b,c,f,g,h,k]]
