% Lengths, sums, maxima and reversal with accumulators; Fibonacci and Ackermann.
len(L, N) :- len(L, 0, N).
len([], N, N).
len([_|T], A, N) :- A1 is A + 1, len(T, A1, N).

max([H|T], M) :- max(T, H, M).
max([], M, M).
max([H|T], A, M) :- ( H > A -> max(T, H, M) ; max(T, A, M) ).

fib(N, F) :- fib(N, 0, 1, F).
fib(0, A, _, A) :- !.
fib(N, A, B, F) :- N1 is N - 1, C is A + B, fib(N1, B, C, F).

ack(0, N, R) :- !, R is N + 1.
ack(M, 0, R) :- !, M1 is M - 1, ack(M1, 1, R).
ack(M, N, R) :- M1 is M - 1, N1 is N - 1, ack(M, N1, R1), ack(M1, R1, R).

rev(L, R) :- rev(L, [], R).
rev([], R, R).
rev([H|T], A, R) :- rev(T, [H|A], R).

% ?- len([a,b,c], N).
%    [3]
% ?- max([3,1,4,1,5], M).
%    [5]
% ?- fib(90, F).
%    [2880067194370816120]
% ?- ack(2, 3, R).
%    [9]
% ?- rev([1,2,3], R).
%    [[3,2,1]]
