% Relations that call a goal for the elements of lists. Names that end in an underscore are helpers.

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

% Goal holds of the elements of the five lists that stand at the same place.
maplist(Goal, List, List2, List3, List4, List5) :- maplist_(List, List2, List3, List4, List5, Goal).
maplist_([], [], [], [], [], _).
maplist_([X | Xs], [Y | Ys], [Z | Zs], [U | Us], [V | Vs], Goal) :-
    call(Goal, X, Y, Z, U, V),
    maplist_(Xs, Ys, Zs, Us, Vs, Goal).

% Goal holds of the elements of the six lists that stand at the same place.
maplist(Goal, List, List2, List3, List4, List5, List6) :- maplist_(List, List2, List3, List4, List5, List6, Goal).
maplist_([], [], [], [], [], [], _).
maplist_([X | Xs], [Y | Ys], [Z | Zs], [U | Us], [V | Vs], [W | Ws], Goal) :-
    call(Goal, X, Y, Z, U, V, W),
    maplist_(Xs, Ys, Zs, Us, Vs, Ws, Goal).

% The same as foldl/4 through three lists.
foldl(Goal, List, List2, List3, Start, End) :- foldl_(List, List2, List3, Goal, Start, End).
foldl_([], [], [], _, End, End).
foldl_([X | Xs], [Y | Ys], [Z | Zs], Goal, Start, End) :-
    call(Goal, X, Y, Z, Start, Next),
    foldl_(Xs, Ys, Zs, Goal, Next, End).

% The same through four lists.
foldl(Goal, List, List2, List3, List4, Start, End) :- foldl_(List, List2, List3, List4, Goal, Start, End).
foldl_([], [], [], [], _, End, End).
foldl_([X | Xs], [Y | Ys], [Z | Zs], [U | Us], Goal, Start, End) :-
    call(Goal, X, Y, Z, U, Start, Next),
    foldl_(Xs, Ys, Zs, Us, Goal, Next, End).

% Less, Same and More have the elements X of List for which call(Goal, X, Order) gives <, = and >.
partition(Goal, List, Less, Same, More) :- partition_(List, Goal, Less, Same, More).
partition_([], _, [], [], []).
partition_([X | Xs], Goal, Less, Same, More) :-
    once(call(Goal, X, Order)),
    parted_(Order, X, Less, Same, More, Ls, Ss, Ms),
    partition_(Xs, Goal, Ls, Ss, Ms).
parted_(Order, X, Less, Same, More, Ls, Ss, Ms) :-
    ( Order == (<) -> Less = [X | Ls], Same = Ss, More = Ms
    ; Order == (=) -> Less = Ls, Same = [X | Ss], More = Ms
    ; Order == (>) -> Less = Ls, Same = Ss, More = [X | Ms]
    ; unfit_(partition, 'an order <, = or >', Order) ).

% Made has Y for each X of List for which call(Goal, X, Y) holds. Needs enough values to tell.
convlist(Goal, List, Made) :- convlist_(List, Goal, Made).
convlist_([], _, []).
convlist_([X | Xs], Goal, Made) :-
    ( call(Goal, X, Y) -> Made = [Y | More] ; Made = More ),
    convlist_(Xs, Goal, More).

% Pairs has Key-X for each X of List, where call(Goal, X, Key) holds.
map_list_to_pairs(Goal, List, Pairs) :- keyed_(List, Goal, Pairs).
keyed_([], _, []).
keyed_([X | Xs], Goal, [Key-X | Pairs]) :- call(Goal, X, Key), keyed_(Xs, Goal, Pairs).

% Ordered has the elements of List as call(Goal, Order, X, Y) orders any two, with Order <, > or =; each once.
predsort(Goal, List, Ordered) :- length(List, N), predsort_(N, Goal, List, [], Ordered).
predsort_(N, Goal, List, Rest, Ordered) :-
    ( N > 1
    -> Half is N // 2, Other is N - Half,
       predsort_(Half, Goal, List, Middle, Front), predsort_(Other, Goal, Middle, Rest, Back),
       predmerge_(Front, Back, Goal, Ordered)
    ; N =:= 1 -> List = [X | Rest], Ordered = [X]
    ; Rest = List, Ordered = [] ).
predmerge_([], Ys, _, Ys).
predmerge_([X | Xs], Ys, Goal, Ordered) :- predmerge_(Ys, X, Xs, Goal, Ordered).
predmerge_([], X, Xs, _, [X | Xs]).
predmerge_([Y | Ys], X, Xs, Goal, Ordered) :-
    call(Goal, Order, X, Y),
    predmerge_(Order, X, Xs, Y, Ys, Goal, Ordered).
predmerge_(<, X, Xs, Y, Ys, Goal, [X | More]) :- predmerge_(Xs, [Y | Ys], Goal, More).
predmerge_(=, X, Xs, _, Ys, Goal, Ordered) :- predmerge_([X | Xs], Ys, Goal, Ordered).
predmerge_(>, X, Xs, Y, Ys, Goal, [Y | More]) :- predmerge_(Ys, X, Xs, Goal, More).
