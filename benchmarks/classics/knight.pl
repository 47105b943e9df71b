% A knight's tour of a board of five by five, from a corner.

jump(1, 2). jump(2, 1). jump(2, -1). jump(1, -2). jump(-1, -2). jump(-2, -1). jump(-2, 1). jump(-1, 2).

within(X) :- X >= 1, X =< 5.

met(P, [P | _]).
met(P, [_ | L]) :- met(P, L).

tour(25, Tour, Tour).
tour(N, [p(X, Y) | Before], Tour) :-
    N < 25, jump(DX, DY), U is X + DX, within(U), V is Y + DY, within(V),
    \+ met(p(U, V), Before), M is N + 1, tour(M, [p(U, V), p(X, Y) | Before], Tour).

first(Tour) :- once(tour(1, [p(1, 1)], Tour)).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

knight(Times, Last) :- again(Times), first([Last | _]).
