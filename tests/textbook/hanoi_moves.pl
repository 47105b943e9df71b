% The towers of Hanoi, the moves as a difference list.
hanoi(0, _, _, _, Ms, Ms).
hanoi(N, A, B, C, Ms, Rest) :-
    N > 0, M is N - 1,
    hanoi(M, A, C, B, Ms, [A-B|Ms1]),
    hanoi(M, C, B, A, Ms1, Rest).

% ?- hanoi(3, left, right, centre, Ms, []).
%    [[left-right,left-centre,right-centre,left-right,centre-left,centre-right,left-right]]
% ?- hanoi(8, a, b, c, Ms, []), length(Ms, N).
%    [[a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,b-a,c-b,c-a,b-a,b-c,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,c-a,b-a,b-c,a-c,b-a,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,b-a,c-b,c-a,b-a,b-c,a-c,a-b,c-b,a-c,b-a,b-c,a-c,b-a,c-b,c-a,b-a,c-b,a-c,a-b,c-b,c-a,b-a,b-c,a-c,b-a,c-b,c-a,b-a,b-c,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,b-a,c-b,c-a,b-a,b-c,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,c-a,b-a,b-c,a-c,b-a,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,c-a,b-a,b-c,a-c,b-a,c-b,c-a,b-a,b-c,a-c,a-b,c-b,a-c,b-a,b-c,a-c,b-a,c-b,c-a,b-a,c-b,a-c,a-b,c-b,c-a,b-a,b-c,a-c,b-a,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,b-a,c-b,c-a,b-a,b-c,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b,c-a,b-a,b-c,a-c,b-a,c-b,c-a,b-a,c-b,a-c,a-b,c-b,a-c,b-a,b-c,a-c,a-b,c-b,c-a,b-a,c-b,a-c,a-b,c-b],255]
