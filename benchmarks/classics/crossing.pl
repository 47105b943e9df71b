% Missionaries and cannibals: three each and a boat for two; all crossings that meet no state twice.

load(1, 0). load(2, 0). load(0, 1). load(0, 2). load(1, 1).

crossed(s(M, C, left), s(N, D, right)) :- load(A, B), N is M - A, D is C - B, N >= 0, D >= 0, peaceful(N, D).
crossed(s(M, C, right), s(N, D, left)) :- load(A, B), N is M + A, D is C + B, N =< 3, D =< 3, peaceful(N, D).

peaceful(0, _).
peaceful(3, _).
peaceful(M, M) :- M > 0, M < 3.

over(s(0, 0, right), Path, Path).
over(S, Path, All) :- S \= s(0, 0, right), crossed(S, T), \+ member(T, Path), over(T, [T | Path], All).

size([], N, N).
size([_ | L], I, N) :- J is I + 1, size(L, J, N).

again(N, N).
again(N, Left) :- N > 1, M is N - 1, again(M, Left).

crossing(Times, Size) :- again(Times, Left), over(s(3, 3, left), [s(3, 3, left)], Path), size(Path, 0, Size), Left =:= 1.
