% Deepening over a board of three by three: a piece beside the blank slides into it, and is not slid back at once.

slid(left, s(0, B, C, D, E, F, G, H, I), s(B, 0, C, D, E, F, G, H, I)).
slid(left, s(A, 0, C, D, E, F, G, H, I), s(A, C, 0, D, E, F, G, H, I)).
slid(left, s(A, B, C, 0, E, F, G, H, I), s(A, B, C, E, 0, F, G, H, I)).
slid(left, s(A, B, C, D, 0, F, G, H, I), s(A, B, C, D, F, 0, G, H, I)).
slid(left, s(A, B, C, D, E, F, 0, H, I), s(A, B, C, D, E, F, H, 0, I)).
slid(left, s(A, B, C, D, E, F, G, 0, I), s(A, B, C, D, E, F, G, I, 0)).
slid(right, s(A, 0, C, D, E, F, G, H, I), s(0, A, C, D, E, F, G, H, I)).
slid(right, s(A, B, 0, D, E, F, G, H, I), s(A, 0, B, D, E, F, G, H, I)).
slid(right, s(A, B, C, D, 0, F, G, H, I), s(A, B, C, 0, D, F, G, H, I)).
slid(right, s(A, B, C, D, E, 0, G, H, I), s(A, B, C, D, 0, E, G, H, I)).
slid(right, s(A, B, C, D, E, F, G, 0, I), s(A, B, C, D, E, F, 0, G, I)).
slid(right, s(A, B, C, D, E, F, G, H, 0), s(A, B, C, D, E, F, G, 0, H)).
slid(up, s(0, B, C, D, E, F, G, H, I), s(D, B, C, 0, E, F, G, H, I)).
slid(up, s(A, 0, C, D, E, F, G, H, I), s(A, E, C, D, 0, F, G, H, I)).
slid(up, s(A, B, 0, D, E, F, G, H, I), s(A, B, F, D, E, 0, G, H, I)).
slid(up, s(A, B, C, 0, E, F, G, H, I), s(A, B, C, G, E, F, 0, H, I)).
slid(up, s(A, B, C, D, 0, F, G, H, I), s(A, B, C, D, H, F, G, 0, I)).
slid(up, s(A, B, C, D, E, 0, G, H, I), s(A, B, C, D, E, I, G, H, 0)).
slid(down, s(A, B, C, 0, E, F, G, H, I), s(0, B, C, A, E, F, G, H, I)).
slid(down, s(A, B, C, D, 0, F, G, H, I), s(A, 0, C, D, B, F, G, H, I)).
slid(down, s(A, B, C, D, E, 0, G, H, I), s(A, B, 0, D, E, C, G, H, I)).
slid(down, s(A, B, C, D, E, F, 0, H, I), s(A, B, C, 0, E, F, D, H, I)).
slid(down, s(A, B, C, D, E, F, G, 0, I), s(A, B, C, D, 0, F, G, E, I)).
slid(down, s(A, B, C, D, E, F, G, H, 0), s(A, B, C, D, E, 0, G, H, F)).

back(left, right).
back(right, left).
back(up, down).
back(down, up).
back(none, none).

reached(0, S, S, _, []).
reached(N, S, Goal, Last, [M | Moves]) :-
    N > 0, back(Last, Back), slid(M, S, T), M \= Back, K is N - 1, reached(K, T, Goal, M, Moves).

deepened(Limit, _, S, Goal, Limit, Moves) :- reached(Limit, S, Goal, none, Moves).
deepened(Limit, Most, S, Goal, N, Moves) :- Limit < Most, Next is Limit + 1, deepened(Next, Most, S, Goal, N, Moves).

sliding(Most, N, Moves) :- deepened(0, Most, s(2, 8, 3, 1, 6, 4, 7, 0, 5), s(1, 2, 3, 8, 0, 4, 7, 6, 5), N, Moves).
