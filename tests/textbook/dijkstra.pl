% Shortest paths by Dijkstra's algorithm: the queue is a list of pairs, the distances an assoc.
:- use_module(library(assoc)).
:- use_module(library(pairs)).

edge(a, b, 7). edge(a, c, 9). edge(a, f, 14).
edge(b, c, 10). edge(b, d, 15).
edge(c, d, 11). edge(c, f, 2).
edge(d, e, 6).
edge(e, f, 9).

connected(X, Y, D) :- edge(X, Y, D).
connected(X, Y, D) :- edge(Y, X, D).

dijkstra(Start, Distances) :-
    empty_assoc(Empty),
    put_assoc(Start, Empty, 0-none, Best),
    loop([0-Start], [], Best, Distances).

loop([], _, Best, Best).
loop(Queue, Done, Best0, Best) :-
    keysort(Queue, [D-Node | Rest0]),
    delete(Rest0, _-Node, Rest),
    findall(E-Next, ( connected(Node, Next, W), \+ memberchk(Next, Done), E is D + W ), Nexts),
    foldl(relax(Node), Nexts, Rest-Best0, Queue1-Best1),
    loop(Queue1, [Node | Done], Best1, Best).

relax(Node, D-Next, Queue-Best0, Queue1-Best) :-
    (   get_assoc(Next, Best0, Old-_),
        Old =< D
    ->  Queue1 = Queue, Best = Best0
    ;   put_assoc(Next, Best0, D-Node, Best),
        Queue1 = [D-Next | Queue]
    ).

path(Start, End, Length, Path) :-
    dijkstra(Start, Best),
    get_assoc(End, Best, Length-_),
    back(End, Best, [], Path).
back(none, _, Path, Path) :- !.
back(Node, Best, Path0, Path) :- get_assoc(Node, Best, _-From), back(From, Best, [Node | Path0], Path).

% ?- path(a, e, L, P).
%    [20,[a,c,f,e]]
% ?- path(a, a, L, P).
%    [0,[a]]
% ?- path(d, f, L, P).
%    [13,[d,c,f]]
% ?- dijkstra(a, B), assoc_to_keys(B, Ks), assoc_to_values(B, Vs), pairs_keys_values(Ps, Ks, Vs).
%    [t(d,20-c,-,t(b,7-a,-,t(a,0-none,-,t,t),t(c,9-a,-,t,t)),t(f,11-c,<,t(e,20-f,-,t,t),t)),[a,b,c,d,e,f],[0-none,7-a,9-a,20-c,20-f,11-c],[a-(0-none),b-(7-a),c-(9-a),d-(20-c),e-(20-f),f-(11-c)]]
% ?- dijkstra(b, B), max_assoc(B, K, V).
%    [t(c,10-b,-,t(b,0-none,<,t(a,7-b,-,t,t),t),t(e,21-f,-,t(d,15-b,-,t,t),t(f,12-c,-,t,t))),f,12-c]
% ?- path(a, z, L, P).
%    no
