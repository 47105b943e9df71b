% Word frequencies with an assoc.
count_words(Text, Pairs) :-
    split_string(Text, " ", ".,", Parts),
    maplist([P, W]>>(string_lower(P, L), atom_string(W, L)), Parts, Words),
    empty_assoc(E),
    foldl(count, Words, E, A),
    assoc_to_list(A, Pairs).

count(W, A0, A) :-
    (   get_assoc(W, A0, N) -> N1 is N + 1 ; N1 = 1 ),
    put_assoc(W, A0, N1, A).

most(Text, Word, N) :- count_words(Text, Ps), aggregate_all(max(C, W), member(W-C, Ps), max(N, Word)).

% ?- count_words("the cat and the dog and the bird", Ps).
%    [[and-2,bird-1,cat-1,dog-1,the-3]]
% ?- most("To be, or not to be.", W, N).
%    [be,2]
