% Naive reverse: each element is appended behind the reverse of what follows it.

joined([], L, L).
joined([H | T], L, [H | R]) :- joined(T, L, R).

backwards([], []).
backwards([H | T], R) :- backwards(T, S), joined(S, [H], R).

upto(N, N, [N]).
upto(I, N, [I | L]) :- I < N, J is I + 1, upto(J, N, L).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

reverse(Times, N, First) :- upto(1, N, L), again(Times), backwards(L, [First | _]).
