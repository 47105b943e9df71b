% Five houses: who drinks water, and whose is the zebra? One goal a clue.

to_the_right(A, B, [B, A | _]).
to_the_right(A, B, [_ | L]) :- to_the_right(A, B, L).

beside(A, B, L) :- to_the_right(A, B, L).
beside(A, B, L) :- to_the_right(B, A, L).

houses(Water, Zebra) :-
    Street = [h(_, norwegian, _, _, _), _, h(_, _, _, milk, _), _, _],
    member(h(red, english, _, _, _), Street),
    member(h(_, spanish, dog, _, _), Street),
    member(h(green, _, _, coffee, _), Street),
    member(h(_, ukrainian, _, tea, _), Street),
    to_the_right(h(green, _, _, _, _), h(ivory, _, _, _, _), Street),
    member(h(_, _, snails, _, old_gold), Street),
    member(h(yellow, _, _, _, kools), Street),
    beside(h(_, _, _, _, chesterfield), h(_, _, fox, _, _), Street),
    beside(h(_, _, _, _, kools), h(_, _, horse, _, _), Street),
    member(h(_, _, _, juice, lucky_strike), Street),
    member(h(_, japanese, _, _, parliament), Street),
    beside(h(_, norwegian, _, _, _), h(blue, _, _, _, _), Street),
    member(h(_, Water, _, water, _), Street),
    member(h(_, Zebra, zebra, _, _), Street).

again(_).
again(N) :- N > 1, M is N - 1, again(M).

zebra(Times, Water, Zebra) :- again(Times), houses(Water, Zebra).
