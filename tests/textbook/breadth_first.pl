% Breadth-first search with a queue, after a graph of links.
link(1, 2). link(1, 3). link(2, 4). link(3, 4). link(4, 5). link(5, 6). link(3, 6).

bfs(Start, Goal, Path) :- bfs_([[Start]], Goal, [Start], Rev), reverse(Rev, Path).

bfs_([[Goal|Path]|_], Goal, _, [Goal|Path]) :- !.
bfs_([[Node|Path]|Queue], Goal, Visited, Result) :-
    findall([Next, Node|Path], (link(Node, Next), \+ member(Next, Visited)), Nexts),
    findall(N, member([N|_], Nexts), Ns),
    append(Visited, Ns, Visited1),
    append(Queue, Nexts, Queue1),
    bfs_(Queue1, Goal, Visited1, Result).

% ?- bfs(1, 6, P).
%    [[1,3,6]]
% ?- bfs(6, 1, P).
%    no
% ?- bfs(1, 5, P).
%    [[1,2,4,5]]
