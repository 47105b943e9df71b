% Assocs: AVL trees of keys with their values. t is empty; t(Key, Value, Balance, Left, Right) has the smaller keys on the
% left, and Balance <, - or > as the left side is deeper, both are as deep, or the right side is deeper. Names that end in
% an underscore are helpers.

% Assoc is the empty assoc.
empty_assoc(t).

% Assoc has Value under Key. Needs enough values to tell.
get_assoc(Key, Assoc, Value) :- rooted_(get_assoc, Assoc), get_(Assoc, Key, Value).
get_(t(Other, Found, _, Left, Right), Key, Value) :-
    compare(Order, Key, Other),
    get_(Order, Key, Found, Left, Right, Value).
get_(=, _, Value, _, _, Value).
get_(<, Key, _, Left, _, Value) :- get_(Left, Key, Value).
get_(>, Key, _, _, Right, Value) :- get_(Right, Key, Value).

% Goal takes an assoc, which Assoc is as far as its root tells.
rooted_(Goal, Assoc) :-
    functor(Assoc, Name, Arity),
    ( Name == t, Arity =:= 5 -> true ; Name == t, Arity =:= 0 -> true ; unfit_(Goal, 'an assoc', Assoc) ).

% New has Value under Key, and what Assoc has under other keys. Needs enough values to tell.
put_assoc(Key, Assoc, Value, New) :- rooted_(put_assoc, Assoc), put_(Assoc, Key, Value, New, _).
put_(t, Key, Value, t(Key, Value, -, t, t), yes).
put_(t(Other, Found, Balance, Left, Right), Key, Value, New, Deeper) :-
    compare(Order, Key, Other),
    put_(Order, Key, Value, Other, Found, Balance, Left, Right, New, Deeper).
put_(=, Key, Value, _, _, Balance, Left, Right, t(Key, Value, Balance, Left, Right), no).
put_(<, Key, Value, Other, Found, Balance, Left, Right, New, Deeper) :-
    put_(Left, Key, Value, Changed, Grown),
    left_grown_(Grown, Other, Found, Balance, Changed, Right, New, Deeper).
put_(>, Key, Value, Other, Found, Balance, Left, Right, New, Deeper) :-
    put_(Right, Key, Value, Changed, Grown),
    right_grown_(Grown, Other, Found, Balance, Left, Changed, New, Deeper).
left_grown_(no, Key, Value, Balance, Left, Right, t(Key, Value, Balance, Left, Right), no).
left_grown_(yes, Key, Value, Balance, Left, Right, New, Deeper) :-
    left_deeper_(Balance, Key, Value, Left, Right, New, Deeper).
left_deeper_(-, Key, Value, Left, Right, t(Key, Value, <, Left, Right), yes).
left_deeper_(>, Key, Value, Left, Right, t(Key, Value, -, Left, Right), no).
left_deeper_(<, Key, Value, Left, Right, New, no) :- turned_right_(Left, Key, Value, Right, New, _).
right_grown_(no, Key, Value, Balance, Left, Right, t(Key, Value, Balance, Left, Right), no).
right_grown_(yes, Key, Value, Balance, Left, Right, New, Deeper) :-
    right_deeper_(Balance, Key, Value, Left, Right, New, Deeper).
right_deeper_(-, Key, Value, Left, Right, t(Key, Value, >, Left, Right), yes).
right_deeper_(<, Key, Value, Left, Right, t(Key, Value, -, Left, Right), no).
right_deeper_(>, Key, Value, Left, Right, New, no) :- turned_left_(Right, Key, Value, Left, New, _).

% A tree whose one side is two levels deeper is turned; the last argument says whether it has become less deep.
turned_right_(t(K, V, <, A, B), Key, Value, C, t(K, V, -, A, t(Key, Value, -, B, C)), yes).
turned_right_(t(K, V, -, A, B), Key, Value, C, t(K, V, >, A, t(Key, Value, <, B, C)), no).
turned_right_(t(K, V, >, A, t(K2, V2, Balance, B, C)), Key, Value, D, New, yes) :-
    New = t(K2, V2, -, t(K, V, Left, A, B), t(Key, Value, Right, C, D)),
    split_balance_(Balance, Left, Right).
turned_left_(t(K, V, >, B, C), Key, Value, A, t(K, V, -, t(Key, Value, -, A, B), C), yes).
turned_left_(t(K, V, -, B, C), Key, Value, A, t(K, V, <, t(Key, Value, >, A, B), C), no).
turned_left_(t(K, V, <, t(K2, V2, Balance, B, C), D), Key, Value, A, New, yes) :-
    New = t(K2, V2, -, t(Key, Value, Left, A, B), t(K, V, Right, C, D)),
    split_balance_(Balance, Left, Right).
split_balance_(<, -, >).
split_balance_(-, -, -).
split_balance_(>, <, -).

% Assoc has Value under Key; New has all but these. Needs enough values to tell.
del_assoc(Key, Assoc, Value, New) :- rooted_(del_assoc, Assoc), del_(Assoc, Key, Value, New, _).
del_(t(Other, Found, Balance, Left, Right), Key, Value, New, Flatter) :-
    compare(Order, Key, Other),
    del_(Order, Key, Value, Other, Found, Balance, Left, Right, New, Flatter).
del_(=, _, Value, _, Value, Balance, Left, Right, New, Flatter) :- joined_(Left, Right, Balance, New, Flatter).
del_(<, Key, Value, Other, Found, Balance, Left, Right, New, Flatter) :-
    del_(Left, Key, Value, Changed, Shrunk),
    left_shrunk_(Shrunk, Other, Found, Balance, Changed, Right, New, Flatter).
del_(>, Key, Value, Other, Found, Balance, Left, Right, New, Flatter) :-
    del_(Right, Key, Value, Changed, Shrunk),
    right_shrunk_(Shrunk, Other, Found, Balance, Left, Changed, New, Flatter).
joined_(t, Right, _, Right, yes).
joined_(t(K, V, B, L, R), Right, Balance, New, Flatter) :- both_(Right, t(K, V, B, L, R), Balance, New, Flatter).
both_(t, Left, _, Left, yes).
both_(t(K, V, B, L, R), Left, Balance, New, Flatter) :- spliced_(Balance, Left, t(K, V, B, L, R), New, Flatter).
spliced_(>, Left, Right, New, Flatter) :-  % the key that takes the place comes from the deeper side
    del_min_(Right, Key, Value, Changed, Shrunk),
    right_shrunk_(Shrunk, Key, Value, >, Left, Changed, New, Flatter).
spliced_(-, Left, Right, New, Flatter) :- spliced_left_(-, Left, Right, New, Flatter).
spliced_(<, Left, Right, New, Flatter) :- spliced_left_(<, Left, Right, New, Flatter).
spliced_left_(Balance, Left, Right, New, Flatter) :-
    del_max_(Left, Key, Value, Changed, Shrunk),
    left_shrunk_(Shrunk, Key, Value, Balance, Changed, Right, New, Flatter).
left_shrunk_(no, Key, Value, Balance, Left, Right, t(Key, Value, Balance, Left, Right), no).
left_shrunk_(yes, Key, Value, Balance, Left, Right, New, Flatter) :-
    left_flatter_(Balance, Key, Value, Left, Right, New, Flatter).
left_flatter_(<, Key, Value, Left, Right, t(Key, Value, -, Left, Right), yes).
left_flatter_(-, Key, Value, Left, Right, t(Key, Value, >, Left, Right), no).
left_flatter_(>, Key, Value, Left, Right, New, Flatter) :- turned_left_(Right, Key, Value, Left, New, Flatter).
right_shrunk_(no, Key, Value, Balance, Left, Right, t(Key, Value, Balance, Left, Right), no).
right_shrunk_(yes, Key, Value, Balance, Left, Right, New, Flatter) :-
    right_flatter_(Balance, Key, Value, Left, Right, New, Flatter).
right_flatter_(>, Key, Value, Left, Right, t(Key, Value, -, Left, Right), yes).
right_flatter_(-, Key, Value, Left, Right, t(Key, Value, <, Left, Right), no).
right_flatter_(<, Key, Value, Left, Right, New, Flatter) :- turned_right_(Left, Key, Value, Right, New, Flatter).

% Key is the least key of Assoc, Value what it has there; New has all but these.
del_min_assoc(Assoc, Key, Value, New) :- functor(Assoc, _, _), del_min_(Assoc, Key, Value, New, _).
del_min_(t(Key, Value, Balance, Left, Right), Least, Found, New, Flatter) :-
    del_min_(Left, Key, Value, Balance, Right, Least, Found, New, Flatter).
del_min_(t, Key, Value, _, Right, Key, Value, Right, yes).
del_min_(t(K, V, B, L, R), Key, Value, Balance, Right, Least, Found, New, Flatter) :-
    del_min_(t(K, V, B, L, R), Least, Found, Changed, Shrunk),
    left_shrunk_(Shrunk, Key, Value, Balance, Changed, Right, New, Flatter).

% Key is the greatest key of Assoc, Value what it has there; New has all but these.
del_max_assoc(Assoc, Key, Value, New) :- functor(Assoc, _, _), del_max_(Assoc, Key, Value, New, _).
del_max_(t(Key, Value, Balance, Left, Right), Most, Found, New, Flatter) :-
    del_max_(Right, Key, Value, Balance, Left, Most, Found, New, Flatter).
del_max_(t, Key, Value, _, Left, Key, Value, Left, yes).
del_max_(t(K, V, B, L, R), Key, Value, Balance, Left, Most, Found, New, Flatter) :-
    del_max_(t(K, V, B, L, R), Most, Found, Changed, Shrunk),
    right_shrunk_(Shrunk, Key, Value, Balance, Left, Changed, New, Flatter).

% Key is the least key of Assoc, and Value what it has there.
min_assoc(Assoc, Key, Value) :- rooted_(min_assoc, Assoc), least_(Assoc, Key, Value).
least_(t(K, V, _, Left, _), Key, Value) :- least_(Left, K, V, Key, Value).
least_(t, Key, Value, Key, Value).
least_(t(K, V, _, Left, _), _, _, Key, Value) :- least_(Left, K, V, Key, Value).

% Key is the greatest key of Assoc, and Value what it has there.
max_assoc(Assoc, Key, Value) :- rooted_(max_assoc, Assoc), greatest_(Assoc, Key, Value).
greatest_(t(K, V, _, _, Right), Key, Value) :- greatest_(Right, K, V, Key, Value).
greatest_(t, Key, Value, Key, Value).
greatest_(t(K, V, _, _, Right), _, _, Key, Value) :- greatest_(Right, K, V, Key, Value).

% Assoc has Value under Key; all of them in order of their keys.
gen_assoc(Key, Assoc, Value) :- rooted_(gen_assoc, Assoc), assoc_to_list(Assoc, Pairs), member(Key-Value, Pairs).

% Pairs has Key-Value for all that Assoc has, in order of the keys.
assoc_to_list(Assoc, Pairs) :- functor(Assoc, _, _), to_list_(Assoc, Pairs, []).
to_list_(t, Pairs, Pairs).
to_list_(t(Key, Value, _, Left, Right), Pairs, Rest) :-
    to_list_(Left, Pairs, [Key-Value | More]),
    to_list_(Right, More, Rest).

% Keys are the keys of Assoc, in order.
assoc_to_keys(Assoc, Keys) :- assoc_to_list(Assoc, Pairs), pairs_keys(Pairs, Keys).

% Values are the values of Assoc, in order of their keys.
assoc_to_values(Assoc, Values) :- assoc_to_list(Assoc, Pairs), pairs_values(Pairs, Values).

% Assoc has each Key-Value of Pairs, whose keys differ. Needs enough values to tell.
list_to_assoc(Pairs, Assoc) :-
    keysort(Pairs, Ordered),
    pairs_keys(Ordered, Keys),
    ( is_set(Keys) -> ordered_(Ordered, Assoc) ; unfit_(list_to_assoc, 'pairs with different keys', Pairs) ).

% Assoc has each Key-Value of Pairs, which are in order of their keys. Needs enough values to tell.
ord_list_to_assoc(Pairs, Assoc) :-
    keysort(Pairs, _),
    pairs_keys(Pairs, Keys),
    sort(Keys, Ordered),
    ( Ordered == Keys -> ordered_(Pairs, Assoc) ; unfit_(ord_list_to_assoc, 'pairs in order of their keys', Pairs) ).
ordered_(Pairs, Assoc) :- length(Pairs, N), balanced_(N, Pairs, [], Assoc, _).
balanced_(N, Pairs, Rest, Assoc, Depth) :-
    ( N =:= 0
    -> Assoc = t, Rest = Pairs, Depth = 0
    ; Half is N // 2, Other is N - Half - 1,
      balanced_(Half, Pairs, [Key-Value | Middle], Left, Depth1),
      balanced_(Other, Middle, Rest, Right, Depth2),
      compare(Order, Depth2, Depth1),
      balance_(Order, Balance),
      Depth is max(Depth1, Depth2) + 1,
      Assoc = t(Key, Value, Balance, Left, Right) ).
balance_(<, <).
balance_(=, -).
balance_(>, >).

% Goal holds of each value of Assoc.
map_assoc(Goal, Assoc) :- rooted_(map_assoc, Assoc), map_assoc_(Assoc, Goal).
map_assoc_(t, _).
map_assoc_(t(_, Value, _, Left, Right), Goal) :-
    map_assoc_(Left, Goal),
    call(Goal, Value),
    map_assoc_(Right, Goal).

% Goal holds of each value of Assoc and the value that Other has under the same key.
map_assoc(Goal, Assoc, Other) :- assoc_(map_assoc, Assoc), map_assoc_(Assoc, Other, Goal).
map_assoc_(t, t, _).
map_assoc_(t(Key, X, Balance, Left, Right), t(Key, Y, Balance, Left2, Right2), Goal) :-
    map_assoc_(Left, Left2, Goal),
    call(Goal, X, Y),
    map_assoc_(Right, Right2, Goal).

% Assoc is an assoc. Needs enough values to tell.
is_assoc(Assoc) :- deep_(Assoc, _), assoc_to_keys(Assoc, Keys), sort(Keys, Ordered), Keys == Ordered.
deep_(Assoc, Depth) :- functor(Assoc, _, _), balanced_(Assoc, Depth).
balanced_(t, 0).
balanced_(t(_, _, Balance, Left, Right), Depth) :-
    functor(Balance, _, _),
    deep_(Left, Depth1),
    deep_(Right, Depth2),
    Higher is Depth2 - Depth1,
    abs(Higher) =< 1,
    compare(Order, Depth2, Depth1),
    balance_(Order, Balance),
    Depth is max(Depth1, Depth2) + 1.
