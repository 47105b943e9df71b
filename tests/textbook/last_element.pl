% The last element of a list, and the last but one.
my_last(X, [X]).
my_last(X, [_|L]) :- my_last(X, L).

last_but_one(X, [X,_]).
last_but_one(X, [_,Y|Ys]) :- last_but_one(X, [Y|Ys]).

% ?- my_last(X, [a,b,c,d]).
%    [d]
% ?- my_last(X, []).
%    no
% ?- last_but_one(X, [a,b,c,d]).
%    [c]
% ?- my_last(d, [a, B]).
%    [d]
