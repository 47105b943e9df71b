% Sort a list of lists by length, and by how often the length occurs.
lsort(InList, OutList) :- lsort(InList, OutList, asc).

lsort(InList, OutList, Dir) :-
    add_key(InList, KList, Dir),
    keysort(KList, SKList),
    rem_key(SKList, OutList).

add_key([], [], _).
add_key([X|Xs], [L-p(X)|Ys], asc) :- !, length(X, L), add_key(Xs, Ys, asc).
add_key([X|Xs], [L-p(X)|Ys], desc) :- length(X, L1), L is -L1, add_key(Xs, Ys, desc).

rem_key([], []).
rem_key([_-p(X)|Xs], [X|Ys]) :- rem_key(Xs, Ys).

lfsort(InList, OutList) :-
    findall(N, (member(L, InList), length(L, N)), Ns),
    msort(Ns, Sorted),
    findall(F-L, (member(L, InList), length(L, N), occurs(N, Sorted, F)), Keyed),
    keysort(Keyed, Ordered),
    pairs_values(Ordered, OutList).

occurs(N, Ns, F) :- include(==(N), Ns, Same), length(Same, F).

% ?- lsort([[a,b,c],[d,e],[f,g,h],[d,e],[i,j,k,l],[m,n],[o]], L).
%    [[[o],[d,e],[d,e],[m,n],[a,b,c],[f,g,h],[i,j,k,l]]]
% ?- lsort([[a,b,c],[d,e],[o]], L, desc).
%    [[[a,b,c],[d,e],[o]]]
% ?- lfsort([[a,b,c],[d,e],[f,g,h],[d,e],[i,j,k,l],[m,n],[o]], L).
%    [[[i,j,k,l],[o],[a,b,c],[f,g,h],[d,e],[d,e],[m,n]]]
