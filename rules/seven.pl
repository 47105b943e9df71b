% 7 puzzle in Prolog text: slide the pieces 1-7 on a board of 2 rows and 4 columns until they are in order.
%
%     0 1 2 3
%     4 5 6 7        the positions
%
% Representation: a state lists the piece at each position, 0 for the space: [0, 7, 2, 1, 4, 3, 6, 5].
% The same rules as in seven.py; they compile to the same rewrite rules. Runs in SWI-Prolog too.

puzzle(move_piece).

% The positions From and To lie side by side.
neighbor(0, 1). neighbor(0, 4).
neighbor(1, 0). neighbor(1, 2). neighbor(1, 5).
neighbor(2, 1). neighbor(2, 3). neighbor(2, 6).
neighbor(3, 2). neighbor(3, 7).
neighbor(4, 0). neighbor(4, 5).
neighbor(5, 1). neighbor(5, 4). neighbor(5, 6).
neighbor(6, 2). neighbor(6, 5). neighbor(6, 7).
neighbor(7, 3). neighbor(7, 6).

% For each piece, how far every position is from its place in the goal.
distance(1, [0, 1, 2, 3, 1, 2, 3, 4]).
distance(2, [1, 0, 1, 2, 2, 1, 2, 3]).
distance(3, [2, 1, 0, 1, 3, 2, 1, 2]).
distance(4, [3, 2, 1, 0, 4, 3, 2, 1]).
distance(5, [1, 2, 3, 4, 0, 1, 2, 3]).
distance(6, [2, 1, 2, 3, 1, 0, 1, 2]).
distance(7, [3, 2, 1, 2, 2, 1, 0, 1]).

% Sliding Piece into the space turns Before into After.
move_piece(Piece, Before, After) :-
    length(Before, 8),
    nth0(Space, Before, 0),
    neighbor(Space, Position),
    nth0(Position, Before, Piece),
    put(Space, Before, Piece, Between),
    put(Position, Between, 0, After).

% Putting X at position N of List gives Other.
put(0, [_ | Rest], X, [X | Rest]).
put(N, [Y | Rest], X, [Y | Other]) :- N > 0, M is N - 1, put(M, Rest, X, Other).

start([0, 7, 2, 1, 4, 3, 6, 5]).
goal([1, 2, 3, 4, 5, 6, 7, 0]).

layout([[0, 1, 2, 3], [4, 5, 6, 7]]).
symbol(0, '.').

:- begin_tests(seven).

test(neighbors, all(X == [1, 4, 6])) :- neighbor(5, X).
test(neighbors_are_mutual) :- forall(neighbor(X, Y), neighbor(Y, X)).
test(moves, all(Piece == [7, 4])) :- start(State), move_piece(Piece, State, _).
test(back, all(Piece == [7, 4])) :- start(State), move_piece(Piece, _, State).
test(two_moves_back_again) :- start(State), once((move_piece(7, State, After), move_piece(7, After, State))).
test(no_move_of_a_far_piece, fail) :- start(State), move_piece(5, State, _).
test(row, Row == [0, 1, 2, 3, 1, 2, 3, 4]) :- distance(1, Row).

:- end_tests(seven).
