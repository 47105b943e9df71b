% All answers of a goal at once, apart for each value of what the goal has in common with the rest.

% List has Template for each answer of Goal, one list for each value of the other unknowns; V^Goal leaves V aside.
bagof(Template, Goal, List) :- answers_(Template, Goal, Shared, Groups), member(Shared-List, Groups).

% Set has Template for each answer of Goal, each once and in standard order, for each value of the other unknowns.
setof(Template, Goal, Set) :- bagof(Template, Goal, List), sort(List, Set).

% Variable^Goal: some Variable for which Goal holds.
^(_, Goal) :- call(Goal).

% Result is what Aggregate makes of the answers of Goal, where the clause does not say which aggregate.
aggregate_(Aggregate, Goal, Result) :-
    ( Aggregate == count -> aggregate_all(count, Goal, Result)
    ; Aggregate = sum(X) -> aggregate_all(sum(X), Goal, Result)
    ; Aggregate = max(X) -> aggregate_all(max(X), Goal, Result)
    ; Aggregate = min(X) -> aggregate_all(min(X), Goal, Result)
    ; Aggregate = max(X, Y) -> aggregate_all(max(X, Y), Goal, Result)
    ; Aggregate = min(X, Y) -> aggregate_all(min(X, Y), Goal, Result)
    ; Aggregate = bag(X) -> aggregate_all(bag(X), Goal, Result)
    ; Aggregate = set(X) -> aggregate_all(set(X), Goal, Result)
    ; unfit_(aggregate_all, 'count, sum(X), max(X), max(X, Y), min(X), min(X, Y), bag(X) or set(X)', Aggregate) ).

answers_(Template, Goal, Shared, Groups) :-
    free_(Template, Goal, Shared, Bound, Plain),
    findall(Shared-bound(Template, Bound), Plain, Found),
    keysort(Found, Ordered),
    grouped_(Ordered, Groups).
grouped_([], []).
grouped_([Shared-bound(Item, _) | Found], [Shared-[Item | Items] | Groups]) :-
    with_(Found, Shared, Items, Rest),
    grouped_(Rest, Groups).
with_([], _, [], []).
with_([Other-bound(Item, Bound) | Found], Shared, Items, Rest) :-
    ( Other == Shared
    -> Items = [Item | More], with_(Found, Shared, More, Rest)
    ; Items = [], Rest = [Other-bound(Item, Bound) | Found] ).
