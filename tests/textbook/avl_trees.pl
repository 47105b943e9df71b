% AVL trees after R. A. O'Keefe, L. Damas and V. S. Costa, as in many courses.
avl_insert(Key, T0, T) :- insert(T0, Key, T, _).

insert(t, Key, t(Key, <, t, t), yes).
insert(t(Key0, B, L, R), Key, NewTree, WhatHasChanged) :-
    compare(O, Key, Key0),
    insert(O, Key, Key0, B, L, R, NewTree, WhatHasChanged).

insert(=, Key, Key, B, L, R, t(Key, B, L, R), no).
insert(<, Key, Key0, B, L, R, NewTree, WhatHasChanged) :-
    insert(L, Key, L1, LeftHasChanged),
    rebalance(LeftHasChanged, t(Key0, B, L1, R), left, NewTree, _, WhatHasChanged).
insert(>, Key, Key0, B, L, R, NewTree, WhatHasChanged) :-
    insert(R, Key, R1, RightHasChanged),
    rebalance(RightHasChanged, t(Key0, B, L, R1), right, NewTree, _, WhatHasChanged).

rebalance(no, T, _, T, _, no).
rebalance(yes, t(K, B0, L, R), LoR, NewTree, WhetherHeightChanged, WhatHasChanged) :-
    table(B0, LoR, B1, WhatHasChanged, ToBeRebalanced),
    avl_geq(ToBeRebalanced, t(K, B0, L, R), B1, NewTree, WhetherHeightChanged, _).

table(<, left, l, yes, no).
table(<, right, r, yes, no).
table(l, left, -, no, left).
table(l, right, <, no, no).
table(r, left, <, no, no).
table(r, right, -, no, right).

avl_geq(no, t(K, _, L, R), B, t(K, B, L, R), _, _).
avl_geq(left, t(K, _, t(K1, l, A, B), C), _, t(K1, <, A, t(K, <, B, C)), _, _).
avl_geq(left, t(K, _, t(K1, r, A, t(K2, B2, B, C)), D), _, t(K2, <, t(K1, BL, A, B), t(K, BR, C, D)), _, _) :-
    bal(B2, BL, BR).
avl_geq(right, t(K, _, A, t(K1, r, B, C)), _, t(K1, <, t(K, <, A, B), C), _, _).
avl_geq(right, t(K, _, A, t(K1, l, t(K2, B2, B, C), D)), _, t(K2, <, t(K, BL, A, B), t(K1, BR, C, D)), _, _) :-
    bal(B2, BL, BR).

bal(l, <, r).
bal(r, l, <).
bal(<, <, <).

list_avl(Keys, T) :- foldl(avl_insert, Keys, t, T).

keys(t) --> [].
keys(t(K, _, L, R)) --> keys(L), [K], keys(R).

depth(t, 0).
depth(t(_, _, L, R), D) :- depth(L, DL), depth(R, DR), D is max(DL, DR) + 1.

% ?- list_avl([5, 3, 8, 1, 4], T).
%    [t(5,l,t(3,<,t(1,<,t,t),t(4,<,t,t)),t(8,<,t,t))]
% ?- numlist(1, 31, Ns), list_avl(Ns, T), depth(T, D).
%    [[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31],t(16,<,t(8,<,t(4,<,t(2,<,t(1,<,t,t),t(3,<,t,t)),t(6,<,t(5,<,t,t),t(7,<,t,t))),t(12,<,t(10,<,t(9,<,t,t),t(11,<,t,t)),t(14,<,t(13,<,t,t),t(15,<,t,t)))),t(24,<,t(20,<,t(18,<,t(17,<,t,t),t(19,<,t,t)),t(22,<,t(21,<,t,t),t(23,<,t,t))),t(28,<,t(26,<,t(25,<,t,t),t(27,<,t,t)),t(30,<,t(29,<,t,t),t(31,<,t,t))))),5]
% ?- list_avl([3, 1, 2], T), phrase(keys(T), Ks).
%    [t(2,<,t(1,<,t,t),t(3,<,t,t)),[1,2,3]]
% ?- list_avl([c, a, b, a, d, e], T), phrase(keys(T), Ks), depth(T, D).
%    [t(b,r,t(a,<,t,t),t(d,<,t(c,<,t,t),t(e,<,t,t))),[a,b,c,d,e],3]
% ?- avl_insert(2, t, T).
%    [t(2,<,t,t)]
% ?- list_avl([], T).
%    [t]
