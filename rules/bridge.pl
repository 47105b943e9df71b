% Bridge and torch: four people cross a bridge at night. It bears two at a time, and they have one torch, without which
% nobody crosses. Alone they need 1, 2, 5 and 10 minutes; two together are as slow as the slower one. What is the least
% time for all to be across? (17 minutes: sending the fastest to fetch the torch each time takes 19. G. Rote, Crossing
% the bridge at night, Bulletin of the EATCS 78, 2002.)
%
% Representation: a state lists where Ann, Bob, Cleo and Dan are, then the torch: left or right.
% The label of a move lists who crosses. A move costs its minutes, so a cheapest solution is a fastest one.

% Name is the person in this Cell of a state.
person(ann, 0).
person(bob, 1).
person(cleo, 2).
person(dan, 3).

% Name alone needs so many Minutes.
minutes(ann, 1).
minutes(bob, 2).
minutes(cleo, 5).
minutes(dan, 10).

% Side has this Other side.
opposite(left, right).
opposite(right, left).

% Two people in the order of their cells.
pair(One, Two) :- person(One, I), person(Two, J), I < J.

% What is in Cell of Before is on the Side of the torch, and After has it on the Other side.
across(Cell, Side, Other, Before, After) :- nth0(Cell, Before, Side, Rest), nth0(Cell, After, Other, Rest).

% The torch and those in Crossing change sides.
move([Name], Before, After) :-
    person(Name, I), opposite(Side, Other),
    across(4, Side, Other, Before, Between), across(I, Side, Other, Between, After).
move([One, Two], Before, After) :-
    pair(One, Two), person(One, I), person(Two, J), opposite(Side, Other),
    across(4, Side, Other, Before, Lit), across(I, Side, Other, Lit, Between), across(J, Side, Other, Between, After).

% A crossing takes as long as the slowest needs.
cost([Name], N) :- minutes(Name, N).
cost([One, Two], N) :- minutes(One, M), minutes(Two, K), N is max(M, K).

start([left, left, left, left, left]).
goal([right, right, right, right, right]).

picture('ann 0\nbob 1\ncleo 2\ndan 3\ntorch 4').

:- begin_tests(bridge).

test(together, all(N == [10])) :- cost([ann, dan], N).
test(alone, all(State == [[right, left, left, left, right]])) :- start(S), move([ann], S, State).
test(first, true(N == 10)) :- start(S), findall(Who, move(Who, S, _), Found), length(Found, N).
test(dark, fail) :- move([bob], [right, left, left, left, right], _).

:- end_tests(bridge).
