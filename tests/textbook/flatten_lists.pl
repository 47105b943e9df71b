% Flatten a nested list structure.
my_flatten(X, [X]) :- \+ is_list(X).
my_flatten([], []).
my_flatten([X|Xs], Zs) :- my_flatten(X, Y), my_flatten(Xs, Ys), append(Y, Ys, Zs).

% ?- my_flatten([a, [b, [c, d], e]], X).
%    [[a,b,c,d,e]]
% ?- my_flatten([[], [[]], f(x)], X).
%    [[f(x)]]
