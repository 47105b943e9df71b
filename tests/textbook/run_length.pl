% Pack duplicates into sublists, encode them, and decode the code.
pack([], []).
pack([X|Xs], [Z|Zs]) :- transfer(X, Xs, Ys, Z), pack(Ys, Zs).

transfer(X, [], [], [X]).
transfer(X, [Y|Ys], [Y|Ys], [X]) :- X \= Y.
transfer(X, [X|Xs], Ys, [X|Zs]) :- transfer(X, Xs, Ys, Zs).

encode(L1, L2) :- pack(L1, L), count_runs(L, L2).

count_runs([], []).
count_runs([[X|Xs]|Ys], [[N,X]|Zs]) :- length([X|Xs], N), count_runs(Ys, Zs).

decode([], []).
decode([[1,X]|T], [X|R]) :- !, decode(T, R).
decode([[N,X]|T], [X|R]) :- N > 1, N1 is N - 1, decode([[N1,X]|T], R).

% ?- pack([a,a,b,c,c,c], L).
%    [[[a,a],[b],[c,c,c]]]
% ?- encode([a,a,a,a,b,c,c,a,a,d,e,e,e,e], L).
%    [[[4,a],[1,b],[2,c],[2,a],[1,d],[4,e]]]
% ?- encode([a,a,b], C), decode(C, L).
%    [[[2,a],[1,b]],[a,a,b]]
% ?- decode([[3,x],[1,y],[2,z]], L).
%    [[x,x,x,y,z,z]]
