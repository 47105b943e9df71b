% Missionaries and cannibals, the states as terms and the path as a grammar describes it.
safe(M, C) :- M >= 0, M =< 3, C >= 0, C =< 3, ( M =:= 0 ; M >= C ), !.
allowed(M, C) :- safe(M, C), M1 is 3 - M, C1 is 3 - C, safe(M1, C1).

load(2, 0). load(0, 2). load(1, 1). load(1, 0). load(0, 1).

step(s(M, C, left), s(M1, C1, right), over(A, B)) :-
    load(A, B), M1 is M - A, C1 is C - B, allowed(M1, C1).
step(s(M, C, right), s(M1, C1, left), back(A, B)) :-
    load(A, B), M1 is M + A, C1 is C + B, allowed(M1, C1).

moves(S, S, _) --> [].
moves(S, T, Seen) -->
    { step(S, U, Move), \+ memberchk(U, Seen) },
    [Move],
    moves(U, T, [U | Seen]).

solution(Moves) :-
    length(Moves, _),
    phrase(moves(s(3, 3, left), s(0, 0, right), [s(3, 3, left)]), Moves),
    !.

% ?- solution(Ms), length(Ms, N).
%    [[over(0,2),back(0,1),over(0,2),back(0,1),over(2,0),back(1,1),over(2,0),back(0,1),over(0,2),back(1,0),over(1,1)],11]
% ?- findall(S, step(s(3, 3, left), S, _), Ss).
%    [_28476,[s(3,1,right),s(2,2,right),s(3,2,right)]]
% ?- allowed(2, 1).
%    no
% ?- findall(M-C, ( between(0, 3, M), between(0, 3, C), allowed(M, C) ), L).
%    [_28830,_28836,[0-0,0-1,0-2,0-3,1-1,2-2,3-0,3-1,3-2,3-3]]
% ?- phrase(moves(s(1, 1, right), T, []), [back(1, 0), M]).
%    no
