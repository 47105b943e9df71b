% Two jugs of four and three litres: measure two.
fill(X-Y, 4-Y, fill_big) :- X < 4.
fill(X-Y, X-3, fill_small) :- Y < 3.
fill(X-Y, 0-Y, empty_big) :- X > 0.
fill(X-Y, X-0, empty_small) :- Y > 0.
fill(X-Y, X1-Y1, pour_small_into_big) :- Y > 0, X < 4, D is min(Y, 4 - X), X1 is X + D, Y1 is Y - D.
fill(X-Y, X1-Y1, pour_big_into_small) :- X > 0, Y < 3, D is min(X, 3 - Y), X1 is X - D, Y1 is Y + D.

measure(Goal, Plan) :- between(0, 8, N), length(Plan, N), plan(0-0, Goal, Plan, [0-0]), !.

plan(Goal, Goal, [], _).
plan(S, Goal, [A|As], Seen) :- fill(S, T, A), \+ member(T, Seen), plan(T, Goal, As, [T|Seen]).

% ?- measure(2-0, P).
%    [[fill_small,pour_small_into_big,fill_small,pour_small_into_big,empty_big,pour_small_into_big]]
% ?- fill(3-1, T, A).
%    [4-1,fill_big]
%    [3-3,fill_small]
%    [0-1,empty_big]
%    [3-0,empty_small]
%    [4-0,pour_small_into_big]
%    [1-3,pour_big_into_small]
