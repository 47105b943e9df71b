% Binary trees as text, such as a(b(d,e),c(,f)).
tree_atom(T, A) :- phrase(tree(T), Cs), atom_chars(A, Cs).

atom_tree(A, T) :- atom_chars(A, Cs), phrase(tree(T), Cs).

tree(nil) --> [].
tree(t(X, nil, nil)) --> letter(X).
tree(t(X, L, R)) --> letter(X), ['('], tree(L), [','], tree(R), [')'], { (L, R) \== (nil, nil) }.

letter(X) --> [X], { char_type(X, alpha) }.

% ?- atom_tree('a(b(d,e),c(,f(g,)))', T).
%    [t(a,t(b,t(d,nil,nil),t(e,nil,nil)),t(c,nil,t(f,t(g,nil,nil),nil)))]
% ?- atom_tree('x(y,z)', T).
%    [t(x,t(y,nil,nil),t(z,nil,nil))]
% ?- atom_tree('x(y', T).
%    no
