% Which number below a bound takes longest to come to 1, halved where even, else tripled and one added?

steps(1, N, N).
steps(K, I, N) :-
    K > 1, J is I + 1,
    ( K mod 2 =:= 0 -> L is K // 2 ; L is 3 * K + 1 ),
    steps(L, J, N).

longest(N, N, Best, _, Best).
longest(K, N, Best, Most, Found) :-
    K < N, J is K + 1, steps(K, 0, Steps),
    ( Steps > Most -> longest(J, N, K, Steps, Found) ; longest(J, N, Best, Most, Found) ).

collatz(N, Found) :- longest(1, N, 1, 0, Found).
