% Huffman codes.
huffman(Fs, Cs) :-
    length(Fs, Len), Len > 1,
    sort_pairs(Fs, Sorted),
    build(Sorted, Tree),
    findall(hc(S, C), code(Tree, '', S, C), L),
    msort(L, Cs).

sort_pairs(Fs, Sorted) :-
    findall(n(F, leaf(S)), member(fr(S, F), Fs), Ns),
    msort(Ns, Sorted).

build([n(_, T)], T) :- !.
build([n(F1, A), n(F2, B)|Ns], T) :-
    F is F1 + F2,
    insert(n(F, s(A, B)), Ns, Ns1),
    build(Ns1, T).

insert(N, [], [N]) :- !.
insert(n(F, X), [n(G, Y)|Ns], [n(F, X), n(G, Y)|Ns]) :- F < G, !.
insert(N, [M|Ns], [M|Ns1]) :- insert(N, Ns, Ns1).

code(leaf(S), C, S, C).
code(s(A, _), P, S, C) :- atom_concat(P, '0', P0), code(A, P0, S, C).
code(s(_, B), P, S, C) :- atom_concat(P, '1', P1), code(B, P1, S, C).

% ?- huffman([fr(a,45), fr(b,13), fr(c,12), fr(d,16), fr(e,9), fr(f,5)], L).
%    [[hc(a,'0'),hc(b,'101'),hc(c,'100'),hc(d,'111'),hc(e,'1101'),hc(f,'1100')]]
