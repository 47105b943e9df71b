% The relations that are written in Python as clauses, for the query machine: what the kernel itself leaves of them, with
% the answers of those in Python, in the same order. Names that end in an underscore are helpers; ends_/3 and tag_/2 are
% the kernel's own, and seto_/4, swapo_/4 and begins_/1 are
% relations in Python.

append([], List, List).
append([X | Front], Back, [X | List]) :- append_(Front, Back, List).
append_([], List, List).
append_([X | Front], Back, [X | List]) :- append_(Front, Back, List).

member(X, [Y | List]) :- member_(List, X, Y).
member_(_, X, X).
member_([Y | List], X, _) :- member_(List, X, Y).

memberchk(X, List) :- once(( member(X, List) ; listed_(memberchk, List), fail )).

% As far as List is known it is a list, which is all that Goal takes.
listed_(Goal, List) :-
    ends_(List, _, End),
    tag_(End, Tag),
    ( Tag =:= 0 -> true ; End == [] -> true ; unfit_(Goal, 'a list', List) ).

% List begins as a list, or may come to; 3 is the tag of a list. What Python says of any other depends on what it is.
begun_(List) :-
    tag_(List, Tag),
    ( Tag =:= 0 -> true ; Tag =:= 3 -> true ; List == [] -> true ; begins_(List) ).

select(X, List, Rest) :- select_(List, X, Rest).
select_([X | Rest], X, Rest).
select_([Y | List], X, [Y | Rest]) :- select_(List, X, Rest).

permutation(List, Other) :- listed_(permutation, List), listed_(permutation, Other), permuteo(List, Other).
permuteo(List, Other) :- same_length(List, Other), arranged_(Other, List).
arranged_([], []).
arranged_([X | Others], [Y | List]) :- select_([Y | List], X, Rest), arranged_(Others, Rest).

length(List, N) :- ends_(List, Size, End), longer_(End, Size, N).
longer_([], N, N).
longer_([_ | End], Size, N) :- More is Size + 1, longer_(End, More, N).

reverse(List, Reversed) :- as_long_(List, Reversed), reverse(List, Reversed).

same_length(List, Others) :- as_long_(Others, List), same_length(List, Others).

% List has a known end, and is no shorter than what is known of Others.
as_long_(List, Others) :-
    ends_(List, Size, End), ends_(Others, Least, _), More is max(0, Least - Size), at_least_(More, End).
at_least_(N, End) :- ( N > 0 -> End = [_ | Rest], Less is N - 1, at_least_(Less, Rest) ; any_(End) ).
any_([]).
any_([_ | End]) :- any_(End).

nth0(Index, [X | List], Item) :- nth_(List, X, Item, 0, Index).
nth1(Index, [X | List], Item) :- nth_(List, X, Item, 1, Index).
nth_(_, X, X, N, N).
nth_([X | List], _, Item, N, Index) :- More is N + 1, nth_(List, X, Item, More, Index).

nth0(Index, List, X, Rest) :- tag_(Index, Tag), nth_(Tag, List, X, Rest, 0, Index).
nth1(Index, List, X, Rest) :- tag_(Index, Tag), nth_(Tag, List, X, Rest, 1, Index).
nth_(0, List, X, Rest, N, Index) :- each_(List, X, Rest, N, Index).
nth_(1, List, X, Rest, N, Index) :- Left is Index - N, at_(Left, List, X, Rest).
each_([X | Rest], X, Rest, N, N).
each_([Y | List], X, [Y | Rest], N, Index) :- More is N + 1, each_(List, X, Rest, More, Index).
at_(N, [Y | List], X, Rest) :-
    ( N > 0 -> Rest = [Y | More], Less is N - 1, at_(Less, List, X, More) ; X = Y, Rest = List ).

between(Low, High, X) :- tag_(High, Tag), between_(Tag, Low, High, X).
between_(1, Low, High, X) :- to_(Low, High, X).
between_(2, Low, _, X) :- from_(Low, X).
to_(Low, High, X) :- ( Low < High -> one_(X, Low, High) ; X = Low ).
one_(Low, Low, _).
one_(X, Low, High) :- More is Low + 1, to_(More, High, X).
from_(X, X).
from_(Low, X) :- More is Low + 1, from_(More, X).

arg(N, Term, X) :- functor(Term, _, Arity), between(1, Arity, N), arg(N, Term, X).

heado(X, [X | _]).
tailo(Rest, [_ | Rest]).

ntho(Index, [X | List], Item) :- nth_(List, X, Item, 0, Index).

seto(Index, Before, X, After) :- ends_(Before, _, End), tag_(End, Tag), seto_(Tag, End, Index, Before, X, After).
seto_(2, [], Index, Before, X, After) :- ntho(Index, Before, _), seto(Index, Before, X, After).
seto_(0, _, Index, Before, X, After) :- seto_(Index, Before, X, After).

swapo(I, J, Before, After) :- ends_(Before, _, End), tag_(End, Tag), swapo_(Tag, End, I, J, Before, After).
swapo_(2, [], I, J, Before, After) :- ntho(I, Before, _), ntho(J, Before, _), swapo(I, J, Before, After).
swapo_(0, _, I, J, Before, After) :- swapo_(I, J, Before, After).

rows_(Rows) :- ( is_list(Rows) -> rows_known_(Rows) ; unfit_(transpose, 'a list of lists', Rows) ).
rows_known_([]).
rows_known_([Row | Rows]) :- ( is_list(Row) -> rows_known_(Rows) ; unfit_(transpose, 'a list of lists', Row) ).

columns_([], []).
columns_([Row | Rows], Columns) :- columns_(Row, [Row | Rows], Columns).
columns_([], Rows, []) :- ended_(Rows).
columns_([_ | Row], Rows, [Column | Columns]) :- firsts_(Rows, Column, Rests), columns_(Row, Rests, Columns).
ended_([]).
ended_([[] | Rows]) :- ended_(Rows).
firsts_([], [], []).
firsts_([[X | Row] | Rows], [X | Column], [Row | Rests]) :- firsts_(Rows, Column, Rests).
