% DONALD + GERALD = ROBERT, a column after the other from the right, digits by select.

digit(D, Before, After) :- select(D, Before, After).

column(A, B, Carry, Digit, Next) :- S is A + B + Carry, Digit is S mod 10, Next is S // 10.

donald([D, O, N, A, L, G, E, R, B, T]) :-
    digit(D, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], L1), D > 0,
    column(D, D, 0, T, C1), digit(T, L1, L2),
    digit(L, L2, L3),
    column(L, L, C1, R, C2), R > 0, digit(R, L3, L4),
    digit(A, L4, L5),
    column(A, A, C2, E, C3), digit(E, L5, L6),
    digit(N, L6, L7),
    column(N, R, C3, B, C4), digit(B, L7, L8),
    digit(O, L8, L9),
    column(O, E, C4, O, C5),
    digit(G, L9, _), G > 0,
    column(D, G, C5, R, 0).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

cryptarithm(Times, Digits) :- again(Times), donald(Digits).
