% Simple paths on a grid from corner to corner; no place is met twice.

step(X / Y, N, Z / Y) :- X < N, Z is X + 1.
step(X / Y, _, Z / Y) :- X > 1, Z is X - 1.
step(X / Y, N, X / Z) :- Y < N, Z is Y + 1.
step(X / Y, _, X / Z) :- Y > 1, Z is Y - 1.

met(P, [P | _]).
met(P, [_ | L]) :- met(P, L).

path(End, _, [End | Path], [End | Path]).
path(End, N, [P | Before], Path) :-
    P \= End, step(P, N, Q), \+ met(Q, Before), path(End, N, [Q, P | Before], Path).

size([], N, N).
size([_ | L], I, N) :- J is I + 1, size(L, J, N).

paths(N, Size) :- path(N / N, N, [1 / 1], Path), size(Path, 0, Size).
