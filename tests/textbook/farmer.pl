% The farmer, the wolf, the goat and the cabbage.
opp(e, w). opp(w, e).

unsafe(state(X, Y, Y, _)) :- opp(X, Y).
unsafe(state(X, _, Y, Y)) :- opp(X, Y).

move(state(X, X, G, C), state(Y, Y, G, C)) :- opp(X, Y).
move(state(X, W, X, C), state(Y, W, Y, C)) :- opp(X, Y).
move(state(X, W, G, X), state(Y, W, G, Y)) :- opp(X, Y).
move(state(X, W, G, C), state(Y, W, G, C)) :- opp(X, Y).

path(Goal, Goal, Been, Been) :- !.
path(State, Goal, Been, Path) :-
    move(State, Next), not(unsafe(Next)), not(member(Next, Been)),
    path(Next, Goal, [Next|Been], Path).

% ?- path(state(e,e,e,e), state(w,w,w,w), [state(e,e,e,e)], P).
%    [[state(w,w,w,w),state(e,w,e,w),state(w,w,e,w),state(e,w,e,e),state(w,w,w,e),state(e,e,w,e),state(w,e,w,e),state(e,e,e,e)]]
%    [[state(w,w,w,w),state(e,w,e,w),state(w,w,e,w),state(e,e,e,w),state(w,e,w,w),state(e,e,w,e),state(w,e,w,e),state(e,e,e,e)]]
% ?- findall(S, (move(state(e,e,e,e), S), \+ unsafe(S)), L).
%    [_52622,[state(w,e,w,e)]]
