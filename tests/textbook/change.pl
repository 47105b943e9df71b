% Ways to give change.
:- use_module(library(clpfd)).

change(T, [Q,D,N,P]) :-
    [Q,D,N,P] ins 0..T,
    T #= 25*Q + 10*D + 5*N + P.

% and without constraints
coins(0, _, []) :- !.
coins(T, [C|Cs], [C|Rest]) :- T >= C, T1 is T - C, coins(T1, [C|Cs], Rest).
coins(T, [_|Cs], Rest) :- coins(T, Cs, Rest).

% ?- findall(C, (change(17, C), label(C)), Cs), length(Cs, N).
%    [_42832,[[0,0,0,17],[0,0,1,12],[0,0,2,7],[0,0,3,2],[0,1,0,7],[0,1,1,2]],6]
% ?- change(30, [1|Cs]), label(Cs).
%    [[0,0,5]]
%    [[0,1,0]]
% ?- coins(12, [10, 5, 1], L).
%    [[10,1,1]]
%    [[5,5,1,1]]
%    [[5,1,1,1,1,1,1,1]]
%    [[1,1,1,1,1,1,1,1,1,1,1,1]]
