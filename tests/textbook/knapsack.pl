% A knapsack: the most valuable load.
:- use_module(library(clpfd)).

load([A,B,C], Weight, Value) :-
    [A,B,C] ins 0..10,
    Weight #= 4*A + 3*B + 2*C, Weight #=< 17,
    Value #= 15*A + 10*B + 7*C.

% ?- load(L, W, V), labeling([max(V)], L), !.
%    [[3,1,1],17,62]
% ?- load([A,B,C], W, V), V #>= 60, label([A,B,C]).
%    [1,1,5,17,60]
%    [2,1,3,17,61]
%    [2,3,0,17,60]
%    [3,1,1,17,62]
%    [4,0,0,16,60]
