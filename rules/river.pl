% The farmer, the wolf, the goat and the cabbage: all must cross a river in a boat that takes the farmer and one more.
% Where the farmer is not, the wolf eats the goat, and the goat eats the cabbage. (Alcuin of York, about 800.)
%
% Representation: a state lists where the farmer, the wolf, the goat and the cabbage are, left or right.
% The label of a move is what the farmer takes along.

% Side has this Other side.
opposite(left, right).
opposite(right, left).

% Crossing with Cargo turns Before into After, whatever is eaten.
cross(nothing, [Here, Wolf, Goat, Cabbage], [There, Wolf, Goat, Cabbage]) :- opposite(Here, There).
cross(wolf, [Here, Here, Goat, Cabbage], [There, There, Goat, Cabbage]) :- opposite(Here, There).
cross(goat, [Here, Wolf, Here, Cabbage], [There, Wolf, There, Cabbage]) :- opposite(Here, There).
cross(cabbage, [Here, Wolf, Goat, Here], [There, Wolf, Goat, There]) :- opposite(Here, There).

% Something is eaten.
eaten([Farmer, Side, Side, _]) :- opposite(Farmer, Side).
eaten([Farmer, _, Side, Side]) :- opposite(Farmer, Side).

% Crossing with Cargo turns Before into After, and nothing is eaten.
move(Cargo, Before, After) :- cross(Cargo, Before, After), \+ eaten(After).

start([left, left, left, left]).
goal([right, right, right, right]).

picture('farmer 0\nwolf 1\ngoat 2\ncabbage 3').

:- begin_tests(river).

test(first, all(Cargo == [goat])) :- start(State), move(Cargo, State, _).
test(eaten, all(Side == [left, right])) :- eaten([Side, Other, Other, Side]).
test(safe, fail) :- start(State), eaten(State).
test(there_and_back, nondet) :- start(State), move(goat, State, After), move(goat, After, State).
test(alone, all(State == [[left, left, right, left]])) :- move(nothing, [right, left, right, left], State).

:- end_tests(river).
