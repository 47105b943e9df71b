% Quicksort with an accumulator, of numbers from a linear congruence.

sorted([], L, L).
sorted([H | T], L, Rest) :- parted(T, H, Low, High), sorted(Low, L, [H | Middle]), sorted(High, Middle, Rest).

parted([], _, [], []).
parted([X | L], P, [X | Low], High) :- X =< P, parted(L, P, Low, High).
parted([X | L], P, Low, [X | High]) :- X > P, parted(L, P, Low, High).

numbers(0, _, []).
numbers(N, S, [S | L]) :- N > 0, M is N - 1, T is (S * 1309 + 13849) mod 65536, numbers(M, T, L).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

quicksort(Times, N, First, Second) :- numbers(N, 42, L), again(Times), sorted(L, [First, Second | _], []).
