% Numbers of Peano, in every direction.
nat(0).
nat(s(X)) :- nat(X).

plus_(0, Y, Y).
plus_(s(X), Y, s(Z)) :- plus_(X, Y, Z).

times(0, _, 0).
times(s(X), Y, Z) :- times(X, Y, W), plus_(W, Y, Z).

leq(0, _).
leq(s(X), s(Y)) :- leq(X, Y).

fact(0, s(0)).
fact(s(N), F) :- fact(N, G), times(s(N), G, F).

to_int(0, 0).
to_int(s(X), N) :- to_int(X, M), N is M + 1.

% ?- plus_(X, Y, s(s(0))).
%    [0,s(s(0))]
%    [s(0),s(0)]
%    [s(s(0)),0]
% ?- times(s(s(0)), s(s(s(0))), P), to_int(P, N).
%    [s(s(s(s(s(s(0)))))),6]
% ?- fact(s(s(s(s(0)))), F), to_int(F, N).
%    [s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(0)))))))))))))))))))))))),24]
% ?- leq(X, s(0)).
%    [0]
%    [s(0)]
