% An interpreter for pure programs, with the depth of the proof and a proof tree.
rule(app([], L, L), true).
rule(app([X|Xs], Ys, [X|Zs]), app(Xs, Ys, Zs)).
rule(nrev([], []), true).
rule(nrev([X|Xs], R), (nrev(Xs, S), app(S, [X], R))).

solve(true, 0) :- !.
solve((A, B), D) :- !, solve(A, D1), solve(B, D2), D is max(D1, D2).
solve(H, D) :- rule(H, B), solve(B, D1), D is D1 + 1.

prove(true, true) :- !.
prove((A, B), (PA, PB)) :- !, prove(A, PA), prove(B, PB).
prove(H, H :- P) :- rule(H, B), prove(B, P).

% ?- solve(app([1,2], [3], L), D).
%    [[1,2,3],3]
% ?- solve(nrev([a,b,c], R), D).
%    [[c,b,a],4]
% ?- prove(app([1], [2], L), P).
%    [[1,2],(app([1],[2],[1,2]):-(app([],[2],[2]):-true))]
% ?- solve(app(X, Y, [1]), D).
%    [[],[1],1]
%    [[1],[],2]
