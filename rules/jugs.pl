% Jugs of 8, 5 and 3 litres, the first one full: pour until two hold 4 litres each (Tartaglia, 1556).
%
% Representation: a state lists the litres in each jug. The label of a move is the jug that is poured from,
% and the one that is poured into; pouring ends when the one is empty or the other is full.

% The jug Name stands at Place of a state and takes Size litres.
jug(large, 0, 8).
jug(middle, 1, 5).
jug(small, 2, 3).

% Pouring from one jug into another turns Before into After.
move([From, To], Before, After) :-
    jug(From, Here, _),
    jug(To, There, Size),
    dif(From, To),
    nth0(Here, Before, Has),
    Has > 0,
    nth0(There, Before, Holds),
    Holds < Size,
    Poured is min(Has, Size - Holds),
    Left is Has - Poured,
    Now is Holds + Poured,
    put(Here, Before, Left, Between),
    put(There, Between, Now, After).

% Putting X at place N of List gives Other.
put(0, [_ | Rest], X, [X | Rest]).
put(N, [Y | Rest], X, [Y | Other]) :- N > 0, M is N - 1, put(M, Rest, X, Other).

start([8, 0, 0]).
goal([4, 4, 0]).

values(0, [0, 1, 2, 3, 4, 5, 6, 7, 8]).
values(1, [0, 1, 2, 3, 4, 5]).
values(2, [0, 1, 2, 3]).

picture('large 0, middle 1, small 2').

:- begin_tests(jugs).

test(first, all(State == [[3, 5, 0], [5, 0, 3]])) :- start(Start), move(_, Start, State).
test(full, all(Move == [[large, middle], [small, large], [small, middle]])) :- move(Move, [5, 0, 3], _).
test(nothing_lost) :-
    forall(move(_, [5, 0, 3], State), sum_list(State, 8)).

:- end_tests(jugs).
