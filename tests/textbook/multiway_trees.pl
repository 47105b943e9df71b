% Multiway trees, their nodes, path lengths and node strings.
nnodes(t(_, F), N) :- nnodes_forest(F, NF), N is NF + 1.

nnodes_forest([], 0).
nnodes_forest([T|Ts], N) :- nnodes(T, N1), nnodes_forest(Ts, N2), N is N1 + N2.

ipl(T, L) :- ipl(T, 0, L).

ipl(t(_, F), D, L) :- D1 is D + 1, ipl_forest(F, D1, LF), L is LF + D.

ipl_forest([], _, 0).
ipl_forest([T|Ts], D, L) :- ipl(T, D, L1), ipl_forest(Ts, D, L2), L is L1 + L2.

% a letter, its children, and ^ for the way back
parse(T, Atom) :- atom_chars(Atom, Cs), node(T, Cs, []).
node(t(X, F)) --> [X], { X \== '^' }, forest(F).
forest([]) --> ['^'].
forest([T|Ts]) --> node(T), forest(Ts).

bottom_up(t(X, F), L) :- foldl([T, A, B]>>(bottom_up(T, Xs), append(A, Xs, B)), F, [], Ls), append(Ls, [X], L).

% ?- parse(T, 'afg^^c^bd^e^^^').
%    [t(a,[t(f,[t(g,[])]),t(c,[]),t(b,[t(d,[]),t(e,[])])])]
% ?- parse(T, 'afg^^c^bd^e^^^'), nnodes(T, N), ipl(T, L).
%    [t(a,[t(f,[t(g,[])]),t(c,[]),t(b,[t(d,[]),t(e,[])])]),7,9]
% ?- parse(T, 'afg^^c^bd^e^^^'), bottom_up(T, L).
%    [t(a,[t(f,[t(g,[])]),t(c,[]),t(b,[t(d,[]),t(e,[])])]),[g,f,c,d,e,b,a]]
