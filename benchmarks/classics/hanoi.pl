% The moves of the tower of Hanoi, as a list made from behind.

moved(0, _, _, _, L, L).
moved(N, A, B, C, L, R) :- N > 0, M is N - 1, moved(M, C, B, A, L, S), moved(M, A, C, B, [A - B | S], R).

size([], N, N).
size([_ | L], I, N) :- J is I + 1, size(L, J, N).

hanoi(Discs, N) :- moved(Discs, left, middle, right, [], Moves), size(Moves, 0, N).
