% Right triangles with whole sides, all found at once.

triangle(N, A / B / C) :-
    between(1, N, A), between(A, N, B), S is A * A + B * B, root(S, N, C).

root(S, N, C) :- between(1, N, C), C * C =:= S.

triangles(N, Count, Last) :- findall(T, triangle(N, T), Found), counted(Found, 0, Count, Last).

counted([T], I, N, T) :- N is I + 1.
counted([_, T | L], I, N, Last) :- J is I + 1, counted([T | L], J, N, Last).
