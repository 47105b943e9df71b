% A recursion that only counts.

count(N, N).
count(I, N) :- I < N, J is I + 1, count(J, N).
