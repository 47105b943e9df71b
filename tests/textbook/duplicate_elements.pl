% Duplicate each element a given number of times, and drop every N'th.
dupli(L1, N, L2) :- dupli(L1, N, L2, N).

dupli([], _, [], _).
dupli([_|Xs], N, Ys, 0) :- dupli(Xs, N, Ys, N).
dupli([X|Xs], N, [X|Ys], K) :- K > 0, K1 is K - 1, dupli([X|Xs], N, Ys, K1).

drop(L1, N, L2) :- drop(L1, N, L2, N).

drop([], _, [], _).
drop([_|Xs], N, Ys, 1) :- drop(Xs, N, Ys, N).
drop([X|Xs], N, [X|Ys], K) :- K > 1, K1 is K - 1, drop(Xs, N, Ys, K1).

% ?- dupli([a,b,c], 3, X).
%    [[a,a,a,b,b,b,c,c,c]]
% ?- drop([a,b,c,d,e,f,g,h,i,k], 3, X).
%    [[a,b,d,e,g,h,k]]
