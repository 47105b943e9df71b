% Relations that every text may use, stated as text themselves. Names that end in an underscore are helpers.

% List is the lists in Lists one after another.
append([], []).
append([List | Lists], Items) :- append(List, Rest, Items), append(Lists, Rest).

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

% Rest has the elements of List that differ from X. Needs enough values to tell.
delete([], _, []).
delete([Y | List], X, Rest) :- ( X == Y -> Rest = Others ; Rest = [Y | Others] ), delete(List, X, Others).

% Rest has the elements of List that are not in Others. Needs enough values to tell.
subtract([], _, []).
subtract([X | List], Others, Rest) :-
    ( memberchk(X, Others) -> Rest = More ; Rest = [X | More] ),
    subtract(List, Others, More).

% Both has the elements of List that are in Others too. Needs enough values to tell.
intersection([], _, []).
intersection([X | List], Others, Both) :-
    ( memberchk(X, Others) -> Both = [X | More] ; Both = More ),
    intersection(List, Others, More).

% All has the elements of List that are not in Others, followed by Others. Needs enough values to tell.
union([], Others, Others).
union([X | List], Others, All) :-
    ( memberchk(X, Others) -> All = More ; All = [X | More] ),
    union(List, Others, More).

% Every element of List is in Others. Needs enough values to tell.
subset([], _).
subset([X | List], Others) :- memberchk(X, Others), subset(List, Others).

% Flat has the elements of List, and of the lists in it. Needs enough values to tell.
flatten(List, Flat) :- flatten_(List, [], Flat).
flatten_(X, Rest, Flat) :- ( is_list(X) -> flattened_(X, Rest, Flat) ; Flat = [X | Rest] ).
flattened_([], Rest, Rest).
flattened_([First | Others], Rest, Flat) :- flattened_(Others, Rest, Middle), flatten_(First, Middle, Flat).

% Pairs has Key-Value for each of Keys and of Values.
pairs_keys_values([], [], []).
pairs_keys_values([Key-Value | Pairs], [Key | Keys], [Value | Values]) :- pairs_keys_values(Pairs, Keys, Values).

% Keys are the keys of Pairs, each Key-Value.
pairs_keys([], []).
pairs_keys([Key-_ | Pairs], [Key | Keys]) :- pairs_keys(Pairs, Keys).

% Values are the values of Pairs, each Key-Value.
pairs_values([], []).
pairs_values([_-Value | Pairs], [Value | Values]) :- pairs_values(Pairs, Values).

% X is the last element of List in standard order. Needs enough values to tell.
max_member(X, List) :- msort(List, Ordered), last(Ordered, X).

% X is the first element of List in standard order. Needs enough values to tell.
min_member(X, List) :- msort(List, [X | _]).

% Goal holds of each element of List.
maplist(Goal, List) :- maplist_(List, Goal).
maplist_([], _).
maplist_([X | Xs], Goal) :- call(Goal, X), maplist_(Xs, Goal).

% Goal holds of the elements of both lists that stand at the same place.
maplist(Goal, List, List2) :- maplist_(List, List2, Goal).
maplist_([], [], _).
maplist_([X | Xs], [Y | Ys], Goal) :- call(Goal, X, Y), maplist_(Xs, Ys, Goal).

% Goal holds of the elements of the three lists that stand at the same place.
maplist(Goal, List, List2, List3) :- maplist_(List, List2, List3, Goal).
maplist_([], [], [], _).
maplist_([X | Xs], [Y | Ys], [Z | Zs], Goal) :- call(Goal, X, Y, Z), maplist_(Xs, Ys, Zs, Goal).

% Goal holds of the elements of the four lists that stand at the same place.
maplist(Goal, List, List2, List3, List4) :- maplist_(List, List2, List3, List4, Goal).
maplist_([], [], [], [], _).
maplist_([X | Xs], [Y | Ys], [Z | Zs], [U | Us], Goal) :- call(Goal, X, Y, Z, U), maplist_(Xs, Ys, Zs, Us, Goal).

% Goal leads from Start to End, through each element of List in turn: call(Goal, X, Before, After).
foldl(Goal, List, Start, End) :- foldl_(List, Goal, Start, End).
foldl_([], _, End, End).
foldl_([X | Xs], Goal, Start, End) :- call(Goal, X, Start, Next), foldl_(Xs, Goal, Next, End).

% The same through two lists.
foldl(Goal, List, List2, Start, End) :- foldl_(List, List2, Goal, Start, End).
foldl_([], [], _, End, End).
foldl_([X | Xs], [Y | Ys], Goal, Start, End) :- call(Goal, X, Y, Start, Next), foldl_(Xs, Ys, Goal, Next, End).

% Kept has the elements of List of which Goal holds. Needs enough values to tell.
include(Goal, List, Kept) :- include_(List, Goal, Kept).
include_([], _, []).
include_([X | Xs], Goal, Kept) :- ( call(Goal, X) -> Kept = [X | More] ; Kept = More ), include_(Xs, Goal, More).

% Kept has the elements of List of which Goal does not hold. Needs enough values to tell.
exclude(Goal, List, Kept) :- exclude_(List, Goal, Kept).
exclude_([], _, []).
exclude_([X | Xs], Goal, Kept) :- ( call(Goal, X) -> Kept = More ; Kept = [X | More] ), exclude_(Xs, Goal, More).

% In and Out have the elements of List of which Goal holds, and of which it does not. Needs enough values to tell.
partition(Goal, List, In, Out) :- partition_(List, Goal, In, Out).
partition_([], _, [], []).
partition_([X | Xs], Goal, In, Out) :-
    ( call(Goal, X) -> In = [X | More], Out = Rest ; In = More, Out = [X | Rest] ),
    partition_(Xs, Goal, More, Rest).
