% Colours of countries; neighbours differ, and three colours are too few.

colour(1, red).
colour(2, green).
colour(3, blue).
colour(4, yellow).

coloured([], _, []).
coloured([country(C, Neighbours) | L], Most, [C | Colours]) :-
    colour(N, C), N =< Most, others(Neighbours, C), coloured(L, Most, Colours).

others([], _).
others([D | L], C) :- D \= C, others(L, C).

map([
    country(Portugal, []), country(Spain, [Portugal]), country(France, [Spain]), country(Belgium, [France]),
    country(Netherlands, [Belgium]), country(Luxembourg, [France, Belgium]),
    country(Germany, [France, Belgium, Netherlands, Luxembourg]), country(Switzerland, [France, Germany]),
    country(Italy, [France, Switzerland]), country(Austria, [Germany, Switzerland, Italy]),
    country(Denmark, [Germany])
], [Portugal, Spain, France, Belgium, Netherlands, Luxembourg, Germany, Switzerland, Italy, Austria, Denmark]).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

colouring(Times, Most, Colours) :- again(Times), map(Map, _), coloured(Map, Most, Colours).
