% Noughts and crosses: minimax over the rest of a board.
win(P, [A,B,C,D,E,F,G,H,I]) :-
    member([P,P,P], [[A,B,C],[D,E,F],[G,H,I],[A,D,G],[B,E,H],[C,F,I],[A,E,I],[C,E,G]]), !.

other(x, o).
other(o, x).

put(P, [b|T], [P|T]).
put(P, [H|T], [H|R]) :- put(P, T, R).

value(Board, P, -1) :- other(P, Q), win(Q, Board), !.
value(Board, _, 0) :- \+ memberchk(b, Board), !.
value(Board, P, V) :-
    other(P, Q),
    findall(W, (put(P, Board, Next), value(Next, Q, W0), W is -W0), Ws),
    max_list(Ws, V).

best(Board, P, Next) :-
    other(P, Q),
    findall(V-N, (put(P, Board, N), value(N, Q, V0), V is -V0), Vs),
    keysort(Vs, Sorted), last(Sorted, _-Next).

% ?- best([x,x,b, o,o,b, b,b,b], x, N).
%    [[x,x,x,o,o,b,b,b,b]]
% ?- value([x,o,x, o,o,b, b,x,b], x, V).
%    [0]
% ?- win(W, [x,o,b, x,o,b, x,b,b]).
%    [x]
