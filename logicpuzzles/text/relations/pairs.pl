% Lists of pairs Key-Value. Names that end in an underscore are helpers.

% Pairs has Key-Value for each of Keys and of Values.
pairs_keys_values([], [], []).
pairs_keys_values([Key-Value | Pairs], [Key | Keys], [Value | Values]) :- pairs_keys_values(Pairs, Keys, Values).

% Keys are the keys of Pairs, each Key-Value.
pairs_keys([], []).
pairs_keys([Key-_ | Pairs], [Key | Keys]) :- pairs_keys(Pairs, Keys).

% Values are the values of Pairs, each Key-Value.
pairs_values([], []).
pairs_values([_-Value | Pairs], [Value | Values]) :- pairs_values(Pairs, Values).

% Ordered has the pairs Key-Value of Pairs in standard order of their keys. Needs enough values to tell.
keysort(Pairs, Ordered) :- keyed_(Pairs), sort(1, @=<, Pairs, Ordered).
keyed_(Pairs) :- ( is_list(Pairs) -> paired_(Pairs) ; unfit_(keysort, 'a list', Pairs) ).
paired_([]).
paired_([Pair | Pairs]) :-
    functor(Pair, Name, Arity),
    ( Name/Arity == (-)/2 -> paired_(Pairs) ; unfit_(keysort, 'pairs Key-Value', Pair) ).

% Groups has Key-Values for each row of neighbours in Pairs with the same key. Needs enough values to tell.
group_pairs_by_key([], []).
group_pairs_by_key([Key-Value | Pairs], [Key-[Value | Values] | Groups]) :-
    same_key_(Pairs, Key, Values, Rest),
    group_pairs_by_key(Rest, Groups).
same_key_([], _, [], []).
same_key_([Other-Value | Pairs], Key, Values, Rest) :-
    ( Other == Key
    -> Values = [Value | More], same_key_(Pairs, Key, More, Rest)
    ; Values = [], Rest = [Other-Value | Pairs] ).

% Turned has Value-Key for each Key-Value of Pairs, in standard order. Needs enough values to tell.
transpose_pairs(Pairs, Turned) :- turned_(Pairs, Flipped), keysort(Flipped, Turned).
turned_([], []).
turned_([Key-Value | Pairs], [Value-Key | Turned]) :- turned_(Pairs, Turned).

% Counts has X-N for each row of N equal neighbours X in List. Needs enough values to tell.
clumped([], []).
clumped([X | Xs], [X-N | Counts]) :- clump_(Xs, X, 1, N, Rest), clumped(Rest, Counts).
clump_([], _, N, N, []).
clump_([Y | Ys], X, Before, N, Rest) :-
    ( Y == X -> Next is Before + 1, clump_(Ys, X, Next, N, Rest) ; N = Before, Rest = [Y | Ys] ).
