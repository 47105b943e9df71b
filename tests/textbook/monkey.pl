% The monkey and the banana.
do(state(middle, onbox, middle, hasnot), grasp, state(middle, onbox, middle, has)).
do(state(L, onfloor, L, Banana), climb, state(L, onbox, L, Banana)).
do(state(L1, onfloor, L1, Banana), push(L1, L2), state(L2, onfloor, L2, Banana)).
do(state(L1, onfloor, Box, Banana), walk(L1, L2), state(L2, onfloor, Box, Banana)).

canget(state(_, _, _, has), []) :- !.
canget(State, [Action|Actions]) :- do(State, Action, New), canget(New, Actions).

% ?- length(As, 4), canget(state(atdoor, onfloor, atwindow, hasnot), As).
%    [[walk(atdoor,atwindow),push(atwindow,middle),climb,grasp]]
% ?- do(state(a, onfloor, a, hasnot), A, S).
%    [climb,state(a,onbox,a,hasnot)]
%    [push(a,_25724),state(_25724,onfloor,_25724,hasnot)]
%    [walk(a,_25724),state(_25724,onfloor,a,hasnot)]
