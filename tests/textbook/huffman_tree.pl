% Huffman codes: the weights of letters from a text, the tree, the codes, and back.
:- use_module(library(pairs)).

frequencies(Items, Pairs) :-
    msort(Items, Sorted),
    pairs_keys_values(Ones, Sorted, Sorted),
    group_pairs_by_key(Ones, Groups),
    findall(N-leaf(X), ( member(X-Xs, Groups), length(Xs, N) ), Pairs).

tree([_-Tree], Tree) :- !.
tree(Forest, Tree) :-
    keysort(Forest, [W1-T1, W2-T2 | Rest]),
    W is W1 + W2,
    tree([W-node(T1, T2) | Rest], Tree).

code(leaf(X), X, []).
code(node(L, _), X, [0 | C]) :- code(L, X, C).
code(node(_, R), X, [1 | C]) :- code(R, X, C).

encode(Tree, Items, Bits) :-
    maplist([X, C]>>( code(Tree, X, C), ! ), Items, Codes),
    append(Codes, Bits).

decode(Tree, Bits, Items) :- phrase(items(Tree, Items), Bits).
items(_, []) --> [].
items(Tree, [X | Xs]) --> item(Tree, X), items(Tree, Xs).
item(leaf(X), X) --> [].
item(node(L, R), X) --> [B], { branch(B, L, R, T) }, item(T, X).
branch(0, L, _, L).
branch(1, _, R, R).

huffman(Text, Codes) :-
    atom_chars(Text, Cs),
    frequencies(Cs, Ps),
    tree(Ps, Tree),
    findall(X-C, code(Tree, X, C), Codes).

% ?- huffman(abracadabra, Cs).
%    [[a-[0],r-[1,0],c-[1,1,0,0],d-[1,1,0,1],b-[1,1,1]]]
% ?- huffman(aaa, Cs).
%    [[a-[]]]
% ?- frequencies([b, a, b], Ps), tree(Ps, T), encode(T, [a, b, b], Bits).
%    [[1-leaf(a),2-leaf(b)],node(leaf(a),leaf(b)),[0,1,1]]
% ?- decode(node(leaf(a), node(leaf(b), leaf(c))), [1, 0, 0, 1, 1], Xs).
%    [[b,a,c]]
% ?- decode(node(leaf(a), node(leaf(b), leaf(c))), [0, 1], Xs).
%    no
% ?- code(node(leaf(a), node(leaf(b), leaf(c))), X, [1 | C]).
%    [b,[0]]
%    [c,[1]]
% ?- huffman('', Cs).
%    no
