% DONALD + GERALD = ROBERT without constraints: column by column, each letter takes a digit that is left.
sum(N1, N2, N) :- sum1(N1, N2, N, 0, 0, [0,1,2,3,4,5,6,7,8,9], _).

sum1([], [], [], C, C, Digits, Digits).
sum1([D1|N1], [D2|N2], [D|N], C1, C, Digs1, Digs) :-
    sum1(N1, N2, N, C1, C2, Digs1, Digs2),
    digitsum(D1, D2, C2, D, C, Digs2, Digs).

digitsum(D1, D2, C1, D, C, Digs1, Digs) :-
    del(D1, Digs1, Digs2),
    del(D2, Digs2, Digs3),
    del(D, Digs3, Digs),
    S is D1 + D2 + C1,
    D is S mod 10,
    C is S // 10.

del(A, L, L) :- integer(A), !.
del(A, [A|L], L).
del(A, [B|L], [B|L1]) :- del(A, L, L1).

puzzle1([D,O,N,A,L,D], [G,E,R,A,L,D], [R,O,B,E,R,T]).
puzzle2([0,S,E,N,D], [0,M,O,R,E], [M,O,N,E,Y]).

% ?- puzzle2(A, B, C), sum(A, B, C).
%    [[0,7,5,3,1],[0,0,8,2,5],[0,8,3,5,6]]
%    [[0,5,7,3,1],[0,0,6,4,7],[0,6,3,7,8]]
%    [[0,3,8,2,1],[0,0,4,6,8],[0,4,2,8,9]]
%    [[0,6,8,5,1],[0,0,7,3,8],[0,7,5,8,9]]
%    [[0,8,4,3,2],[0,0,9,1,4],[0,9,3,4,6]]
%    [[0,8,5,4,2],[0,0,9,1,5],[0,9,4,5,7]]
%    [[0,3,7,1,2],[0,0,4,6,7],[0,4,1,7,9]]
%    [[0,5,7,3,2],[0,0,6,4,7],[0,6,3,7,9]]
%    [[0,7,6,4,3],[0,0,8,2,6],[0,8,4,6,9]]
%    [[0,6,8,5,3],[0,0,7,2,8],[0,7,5,8,1]]
