% Relations on lists. Names that end in an underscore are helpers.

% List is the lists in Lists one after another.
append(Lists, Items) :- listed_(append, Lists), joined_(Lists, Items).
joined_([], []).
joined_([List | Lists], Items) :- append(List, Rest, Items), joined_(Lists, Rest).

% Putting Y where X stands in List gives Other.
select(X, [X | Rest], Y, [Y | Rest]).
select(X, [Same | List], Y, [Same | Other]) :- select(X, List, Y, Other).

% Taking the first X out of List leaves Rest; the first answer only.
selectchk(X, List, Rest) :- once(select(X, List, Rest)).

% X is the last element of List.
last([X], X).
last([_, Y | List], X) :- last([Y | List], X).

% X and Y stand side by side in List, X first.
nextto(X, Y, [X, Y | _]).
nextto(X, Y, [_ | List]) :- nextto(X, Y, List).

% Rest has the elements of List that differ from X, or do not match it: a variable in it that stands nowhere else stands
% for anything. Needs enough values to tell.
delete([], _, []).
delete([Y | List], X, Rest) :- ( X == Y -> Rest = Others ; Rest = [Y | Others] ), delete(List, X, Others).
deleted_([], _, []).
deleted_([X | List], Matches, Rest) :-
    ( call(Matches, X) -> Rest = Others ; Rest = [X | Others] ),
    deleted_(List, Matches, Others).

% Rest has the elements of List that are not in Others. Needs enough values to tell.
subtract(List, Others, Rest) :- listed_(subtract, List), subtract_(List, Others, Rest).
subtract_([], _, []).
subtract_([X | List], Others, Rest) :-
    ( memberchk(X, Others) -> Rest = More ; Rest = [X | More] ),
    subtract_(List, Others, More).

% Both has the elements of List that are in Others too. Needs enough values to tell.
intersection(List, Others, Both) :- listed_(intersection, List), intersection_(List, Others, Both).
intersection_([], _, []).
intersection_([X | List], Others, Both) :-
    ( memberchk(X, Others) -> Both = [X | More] ; Both = More ),
    intersection_(List, Others, More).

% All has the elements of List that are not in Others, followed by Others. Needs enough values to tell.
union(List, Others, All) :- listed_(union, List), union_(List, Others, All).
union_([], Others, Others).
union_([X | List], Others, All) :-
    ( memberchk(X, Others) -> All = More ; All = [X | More] ),
    union_(List, Others, More).

% Every element of List is in Others. Needs enough values to tell.
subset(List, Others) :- listed_(subset, List), subset_(List, Others).
subset_([], _).
subset_([X | List], Others) :- memberchk(X, Others), subset_(List, Others).

% Flat has the elements of List, and of the lists in it. Needs enough values to tell.
flatten(List, Flat) :- flatten_(List, [], Flat).
flatten_(X, Rest, Flat) :-
    ( is_list(X) -> flattened_(X, Rest, Flat)
    ; X = [First | Others] -> flatten_(Others, Rest, Middle), flatten_(First, Middle, Flat)
    ; Flat = [X | Rest] ).
flattened_([], Rest, Rest).
flattened_([First | Others], Rest, Flat) :- flattened_(Others, Rest, Middle), flatten_(First, Middle, Flat).

% X is the last element of List in standard order. Needs enough values to tell.
max_member(X, List) :- msort(List, Ordered), last(Ordered, X).

% X is the first element of List in standard order. Needs enough values to tell.
min_member(X, List) :- msort(List, [X | _]).

% X is the element of List that call(Goal, Y, X) holds of for each other element Y; the first of them.
max_member(Goal, X, List) :- listed_(max_member, List), most_(List, Goal, X).
most_([X | List], Goal, Most) :- most_(List, X, Goal, Most).
most_([], X, _, X).
most_([Y | List], X, Goal, Most) :- ( call(Goal, Y, X) -> Next = X ; Next = Y ), most_(List, Next, Goal, Most).

% X is the element of List that call(Goal, X, Y) holds of for each other element Y; the first of them.
min_member(Goal, X, List) :- listed_(min_member, List), least_(List, Goal, X).
least_([X | List], Goal, Least) :- least_(List, X, Goal, Least).
least_([], X, _, X).
least_([Y | List], X, Goal, Least) :- ( call(Goal, X, Y) -> Next = X ; Next = Y ), least_(List, Next, Goal, Least).

% No two elements of List are the same. Needs enough values to tell.
is_set(List) :- ( is_list(List) -> length(List, N), sort(List, Ordered), length(Ordered, N) ; fail ).

% Columns has the first elements of Rows as a list, then the second ones; all rows are as long.
transpose(Rows, Columns) :- rows_(Rows), columns_(Rows, Columns).

% List has N elements and a known end; no if its end is not known.
proper_length(List, N) :- is_list(List), length(List, N).
