% Tasks that share machines, with the earliest end.
:- use_module(library(clpfd)).

schedule([A,B,C,D], End) :-
    [A,B,C,D] ins 0..20,
    A + 3 #=< B, A + 3 #=< C,
    B + 4 #=< D,
    ( B + 4 #=< C ) #\/ ( C + 2 #=< B ),
    End in 0..30, C + 2 #=< End, D + 5 #=< End.

% ?- schedule(Ss, End), once(labeling([min(End)], [End|Ss])).
%    [[0,3,7,7],12]
% ?- Ts = [task(S1,3,_,1,_), task(S2,2,_,1,_)], [S1,S2] ins 0..3, cumulative(Ts, [limit(1)]), label([S1,S2]).
%    [[task(0,3,3,1,_50956),task(3,2,5,1,_50974)],0,3]
%    [[task(2,3,5,1,_55806),task(0,2,2,1,_55824)],2,0]
%    [[task(3,3,6,1,_55502),task(0,2,2,1,_55520)],3,0]
%    [[task(3,3,6,1,_55530),task(1,2,3,1,_55548)],3,1]
