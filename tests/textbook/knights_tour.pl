% A knight's tour over a small board, by depth-first search with Warnsdorff's rule.
tour(Size, Start, Path) :- Cells is Size * Size, tour(Size, Cells, [Start], Path).

tour(_, Cells, Path, Tour) :- length(Path, Cells), !, reverse(Path, Tour).
tour(Size, Cells, [P|Ps], Tour) :-
    findall(D-Q, (jump(Size, P, Q), \+ memberchk(Q, [P|Ps]), degree(Size, Q, [P|Ps], D)), Ds),
    keysort(Ds, Sorted),
    member(_-Q, Sorted),
    tour(Size, Cells, [Q, P|Ps], Tour).

degree(Size, P, Seen, D) :- aggregate_all(count, (jump(Size, P, Q), \+ memberchk(Q, Seen)), D).

jump(Size, X/Y, X1/Y1) :-
    member(DX/DY, [1/2, 2/1, 2/(-1), 1/(-2), -1/(-2), -2/(-1), -2/1, -1/2]),
    X1 is X + DX, X1 >= 1, X1 =< Size,
    Y1 is Y + DY, Y1 >= 1, Y1 =< Size.

% ?- once(tour(5, 1/1, P)), length(P, N), last(P, Last).
%    [[1/1,2/3,1/5,3/4,5/5,4/3,5/1,3/2,4/4,5/2,3/1,1/2,2/4,4/5,5/3,4/1,2/2,1/4,3/5,5/4,4/2,2/1,3/3,2/5,1/3],25,1/3]
% ?- findall(Q, jump(5, 1/1, Q), Qs).
%    [_6848,[2/3,3/2]]
