% Queues and flattening as difference lists.
empty(Q-Q).
enqueue(X, F-[X|B], F-B).
dequeue(X, [X|F]-B, F-B).

rotate([X|L]-[X|M], L-M).

dutch(L, R) :- parts(L, Rs-Ws, Ws-Bs, Bs-[]), R = Rs.
parts([], A-A, B-B, C-C).
parts([red(X)|Xs], [red(X)|A]-A1, B, C) :- parts(Xs, A-A1, B, C).
parts([white(X)|Xs], A, [white(X)|B]-B1, C) :- parts(Xs, A, B-B1, C).
parts([blue(X)|Xs], A, B, [blue(X)|C]-C1) :- parts(Xs, A, B, C-C1).

% ?- empty(Q0), enqueue(a, Q0, Q1), enqueue(b, Q1, Q2), dequeue(X, Q2, _).
%    [[a,b|_46836]-[a,b|_46836],[a,b|_46836]-[b|_46836],[a,b|_46836]-_46836,a]
% ?- rotate([1,2,3|T]-T, L-[]).
%    [[1],[2,3,1]]
% ?- dutch([blue(1), red(2), white(3), red(4), blue(5)], R).
%    [[red(2),red(4),white(3),blue(1),blue(5)]]
