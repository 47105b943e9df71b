% Ordered sets: lists in standard order, each element once. Names that end in an underscore are helpers.

% Set has the elements of List in order. Needs enough values to tell.
list_to_ord_set(List, Set) :- sort(List, Set).

% Set is the empty set.
ord_empty([]).

% X is an element of Set. Needs enough values to tell.
ord_memberchk(X, [Y | Set]) :- compare(Order, X, Y), ord_memberchk_(Order, X, Set).
ord_memberchk_(=, _, _).
ord_memberchk_(>, X, Set) :- ord_memberchk(X, Set).

% Larger is Set with X. Needs enough values to tell.
ord_add_element(Set, X, Larger) :- ord_union(Set, [X], Larger).

% Smaller is Set without X. Needs enough values to tell.
ord_del_element(Set, X, Smaller) :- ord_subtract(Set, [X], Smaller).

% All has the elements of the sets in Sets. Needs enough values to tell.
ord_union(Sets, All) :- listed_(ord_union, Sets), each_listed_(Sets), append(Sets, List), sort(List, All).
each_listed_([]).
each_listed_([Set | Sets]) :- listed_(ord_union, Set), each_listed_(Sets).

% All has the elements of both sets. Needs enough values to tell.
ord_union(Set, Other, All) :- listed_(ord_union, Set), ord_unite_(Set, Other, All).
ord_unite_([], Set, Set).
ord_unite_([X | Xs], Set, All) :- listed_(ord_union, Set), ord_union_(Set, X, Xs, All).
ord_merge_([], Set, Set).
ord_merge_([X | Xs], Set, All) :- ord_union_(Set, X, Xs, All).
ord_union_([], X, Xs, [X | Xs]).
ord_union_([Y | Ys], X, Xs, All) :- compare(Order, X, Y), ord_union_(Order, X, Xs, Y, Ys, All).
ord_union_(<, X, Xs, Y, Ys, [X | All]) :- ord_merge_(Xs, [Y | Ys], All).
ord_union_(=, X, Xs, _, Ys, [X | All]) :- ord_merge_(Xs, Ys, All).
ord_union_(>, X, Xs, Y, Ys, [Y | All]) :- ord_union_(Ys, X, Xs, All).

% Rest has the elements of Set that are not in Other. Needs enough values to tell.
ord_subtract(Set, Other, Rest) :- listed_(ord_subtract, Set), ord_without_(Set, Other, Rest).
ord_without_([], _, []).
ord_without_([X | Xs], Other, Rest) :- ord_subtract_(Other, X, Xs, Rest).
ord_subtract_([], X, Xs, [X | Xs]).
ord_subtract_([Y | Ys], X, Xs, Rest) :- compare(Order, X, Y), ord_subtract_(Order, X, Xs, Y, Ys, Rest).
ord_subtract_(<, X, Xs, Y, Ys, [X | Rest]) :- ord_without_(Xs, [Y | Ys], Rest).
ord_subtract_(=, _, Xs, _, Ys, Rest) :- ord_without_(Xs, Ys, Rest).
ord_subtract_(>, X, Xs, _, Ys, Rest) :- ord_subtract_(Ys, X, Xs, Rest).

% Both has the elements of Set that are in Other too. Needs enough values to tell.
ord_intersection([], _, []).
ord_intersection([X | Xs], Other, Both) :- ord_intersection_(Other, X, Xs, Both).
ord_intersection_([], _, _, []).
ord_intersection_([Y | Ys], X, Xs, Both) :- compare(Order, X, Y), ord_intersection_(Order, X, Xs, Y, Ys, Both).
ord_intersection_(<, _, Xs, Y, Ys, Both) :- ord_intersection(Xs, [Y | Ys], Both).
ord_intersection_(=, X, Xs, _, Ys, [X | Both]) :- ord_intersection(Xs, Ys, Both).
ord_intersection_(>, X, Xs, _, Ys, Both) :- ord_intersection_(Ys, X, Xs, Both).

% Every element of Set is in Other. Needs enough values to tell.
ord_subset(Set, Other) :- ord_subtract(Set, Other, Rest), Rest = [].
