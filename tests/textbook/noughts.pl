% Noughts and crosses: the moves, who has won, and the value of a position by minimax.
line([1, 2, 3]). line([4, 5, 6]). line([7, 8, 9]).
line([1, 4, 7]). line([2, 5, 8]). line([3, 6, 9]).
line([1, 5, 9]). line([3, 5, 7]).

other(x, o).
other(o, x).

won(Board, P) :- line(L), maplist({Board, P}/[N]>>nth1(N, Board, P), L).

move(Board, P, N, Next) :- nth1(N, Board, e), replace(N, Board, P, Next).
replace(1, [_ | Xs], Y, [Y | Xs]) :- !.
replace(N, [X | Xs], Y, [X | Zs]) :- N1 is N - 1, replace(N1, Xs, Y, Zs).

full(Board) :- \+ member(e, Board).

% value(Board, P, V): P is to move; V is 1 if x wins, -1 if o wins, 0 for a draw.
value(Board, _, 1) :- won(Board, x), !.
value(Board, _, -1) :- won(Board, o), !.
value(Board, _, 0) :- full(Board), !.
value(Board, P, V) :-
    other(P, Q),
    findall(W, ( move(Board, P, _, Next), value(Next, Q, W) ), Ws),
    ( P == x -> max_list(Ws, V) ; min_list(Ws, V) ).

best(Board, P, N) :-
    other(P, Q),
    findall(V-M, ( move(Board, P, M, Next), value(Next, Q, V) ), Ms),
    keysort(Ms, Sorted),
    ( P == x -> last(Sorted, _-N) ; Sorted = [_-N | _] ).

% ?- won([x, x, x, o, o, e, e, e, e], P).
%    [x]
%    [e]
% ?- won([x, o, x, o, o, x, e, e, e], P).
%    [e]
% ?- findall(N, move([x, e, o, e, e, x, o, x, e], x, N, _), Ns).
%    [_32430,[2,4,5,9]]
% ?- move([x, o, e, e, x, o, e, e, e], x, 9, B), won(B, W).
%    [[x,o,e,e,x,o,e,e,x],x]
% ?- value([x, x, e, o, o, e, e, e, e], o, V).
%    [-1]
% ?- best([x, x, e, o, o, e, e, e, e], x, N).
%    [3]
% ?- best([x, o, x, e, o, e, e, x, e], o, N).
%    [4]
% ?- setof(N, B^move([e, x, o, e, x, o, x, o, e], x, N, B), Ns).
%    [_35014,_35020,[1,4,9]]
