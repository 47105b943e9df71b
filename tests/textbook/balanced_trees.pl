% Completely balanced binary trees, and symmetric ones.
cbal_tree(0, nil) :- !.
cbal_tree(N, t(x, L, R)) :-
    N > 0,
    N0 is N - 1,
    N1 is N0 // 2, N2 is N0 - N1,
    distrib(N1, N2, NL, NR),
    cbal_tree(NL, L), cbal_tree(NR, R).

distrib(N, N, N, N) :- !.
distrib(N1, N2, N1, N2).
distrib(N1, N2, N2, N1).

symmetric(nil).
symmetric(t(_, L, R)) :- mirror(L, R).

mirror(nil, nil).
mirror(t(_, L1, R1), t(_, L2, R2)) :- mirror(L1, R2), mirror(R1, L2).

% ?- cbal_tree(4, T).
%    [t(x,t(x,nil,nil),t(x,nil,t(x,nil,nil)))]
%    [t(x,t(x,nil,nil),t(x,t(x,nil,nil),nil))]
%    [t(x,t(x,nil,t(x,nil,nil)),t(x,nil,nil))]
%    [t(x,t(x,t(x,nil,nil),nil),t(x,nil,nil))]
% ?- findall(T, (cbal_tree(5, T), symmetric(T)), Ts).
%    [_34792,[t(x,t(x,nil,t(x,nil,nil)),t(x,t(x,nil,nil),nil)),t(x,t(x,t(x,nil,nil),nil),t(x,nil,t(x,nil,nil)))]]
% ?- symmetric(t(1, t(2, nil, nil), t(3, nil, nil))).
%    []
