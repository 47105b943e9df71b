% Knights tell the truth, knaves lie: each saying holds if and only if who says it is a knight. After M. Triska.
:- use_module(library(clpfd)).

% Two people: "we are both knaves", says the first.
both([A, B]) :- A #<==> ( #\ A #/\ #\ B ).
% "At least one of us is a knave."
at_least([A, B]) :- A #<==> ( #\ A #\/ #\ B ).
% "We are of the same kind", "we are of different kinds".
kinds([A, B]) :- A #<==> ( A #<==> B ), B #<==> ( A #\ B ).
% Three: "all of us are knaves", "exactly one of us is a knight".
three([A, B, C]) :-
    A #<==> ( #\ A #/\ #\ B #/\ #\ C ),
    B #<==> ( A + B + C #= 1 ).
% "B is a knave", "A and C are of the same kind": what is C?
third([A, B, C]) :-
    A #<==> #\ B,
    B #<==> ( A #<==> C ).

solve(Puzzle, Kinds) :- call(Puzzle, People), label(People), maplist(kind, People, Kinds).
kind(0, knave).
kind(1, knight).

% ?- solve(both, Ks).
%    [[knave,knight]]
% ?- solve(at_least, Ks).
%    [[knight,knave]]
% ?- solve(kinds, Ks).
%    [[knave,knight]]
% ?- solve(three, Ks).
%    [[knave,knight,knave]]
% ?- solve(third, Ks).
%    [[knave,knight,knave]]
%    [[knight,knave,knave]]
% ?- three([A, B, C]), C = 0.
%    [_8258,_8264,0]
% ?- third([_, _, C]), C #\= 0, C #\= 1.
%    no
