% Binary search trees (dictionaries) and their traversals.
add(X, nil, t(X, nil, nil)).
add(X, t(Root, L, R), t(Root, L1, R)) :- X @< Root, add(X, L, L1).
add(X, t(Root, L, R), t(Root, L, R1)) :- X @> Root, add(X, R, R1).

construct(L, T) :- construct(L, T, nil).

construct([], T, T).
construct([N|Ns], T, T0) :- add(N, T0, T1), construct(Ns, T, T1).

inorder(nil, []).
inorder(t(X, L, R), Xs) :- inorder(L, Ls), inorder(R, Rs), append(Ls, [X|Rs], Xs).

preorder(nil) --> [].
preorder(t(X, L, R)) --> [X], preorder(L), preorder(R).

depth(nil, 0).
depth(t(_, L, R), D) :- depth(L, DL), depth(R, DR), D is max(DL, DR) + 1.

in(X, t(X, _, _)) :- !.
in(X, t(Y, L, _)) :- X @< Y, !, in(X, L).
in(X, t(_, _, R)) :- in(X, R).

% ?- construct([3,2,5,7,1], T).
%    [t(3,t(2,t(1,nil,nil),nil),t(5,nil,t(7,nil,nil)))]
% ?- construct([5,3,18,1,4,12,21], T), inorder(T, Xs), phrase(preorder(T), Ps), depth(T, D).
%    [t(5,t(3,t(1,nil,nil),t(4,nil,nil)),t(18,t(12,nil,nil),t(21,nil,nil))),[1,3,4,5,12,18,21],[5,3,1,4,18,12,21],3]
% ?- construct([5,3,18], T), in(18, T).
%    [t(5,t(3,nil,nil),t(18,nil,nil))]
% ?- construct([5,3,18], T), in(6, T).
%    no
