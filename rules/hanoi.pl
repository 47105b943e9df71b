% The tower of Hanoi: four discs on the pegs a, b and c, never a disc on a smaller one (Lucas, 1883).
%
% Representation: a state lists the peg of each disc, the smallest first. The label of a move is the disc,
% counted from 1, and the peg that it goes to.

peg(a).
peg(b).
peg(c).

% Moving a disc to a peg turns Before into After; no smaller disc lies on it, nor on that peg.
move([Disc, To], Before, After) :-
    append(Smaller, [From | Larger], Before),
    peg(To),
    dif(From, To),
    clear(Smaller, From, To),
    append(Smaller, [To | Larger], After),
    length([_ | Smaller], Disc).

% None of Discs lies on the pegs From and To.
clear([], _, _).
clear([Peg | Discs], From, To) :- dif(Peg, From), dif(Peg, To), clear(Discs, From, To).

start([a, a, a, a]).
goal([c, c, c, c]).

picture(stacks([1, 2, 3, 4], [a, b, c])).

:- begin_tests(hanoi).

test(first, all(Move == [[1, b], [1, c]])) :- start(State), move(Move, State, _).
test(large_below_small, fail) :- move([2, _], [a, a, a, a], _).
test(move, [nondet, true(After == [b, c, a, a])]) :- move([2, c], [b, a, a, a], After).

:- end_tests(hanoi).
