% Weighted paths and the cheapest of them.
road(a, b, 7). road(a, c, 3). road(c, b, 1). road(b, d, 2). road(c, d, 8). road(d, e, 4).

connected(X, Y, L) :- road(X, Y, L) ; road(Y, X, L).

route(A, B, Path, Len) :- route(A, B, [A], Q, 0, Len), reverse(Q, Path).

route(B, B, P, P, L, L).
route(A, B, Seen, Path, L0, L) :-
    connected(A, C, D), \+ memberchk(C, Seen),
    L1 is L0 + D,
    route(C, B, [C|Seen], Path, L1, L).

shortest(A, B, Path, Length) :-
    setof([P, L], route(A, B, P, L), Set),
    Set = [_|_],
    minimal(Set, [Path, Length]).

minimal([F|R], M) :- min(R, F, M).

min([], M, M).
min([[P, L]|R], [_, M], Min) :- L < M, !, min(R, [P, L], Min).
min([_|R], M, Min) :- min(R, M, Min).

% ?- shortest(a, e, P, L).
%    [[a,c,b,d,e],10]
% ?- route(a, d, P, L).
%    [[a,b,d],9]
%    [[a,b,c,d],16]
%    [[a,c,b,d],6]
%    [[a,c,d],11]
% ?- aggregate_all(min(L, P), route(e, a, P, L), Best).
%    [_4862,_4868,min(10,[e,d,b,c,a])]
% ?- aggregate_all(count, route(a, e, _, _), N).
%    [4]
