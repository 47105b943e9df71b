% Caesar's cipher and anagrams.
shift(K, C, D) :- char_type(C, lower), !, char_code(C, X), Y is (X - 0'a + K) mod 26 + 0'a, char_code(D, Y).
shift(_, C, C).

caesar(K, Plain, Cipher) :- atom_chars(Plain, Cs), maplist(shift(K), Cs, Ds), atom_chars(Cipher, Ds).

anagram(A, B) :- atom_chars(A, As), atom_chars(B, Bs), msort(As, S), msort(Bs, S).

classes(Words, Groups) :-
    findall(K-W, (member(W, Words), atom_chars(W, Cs), msort(Cs, S), atom_chars(K, S)), KWs),
    keysort(KWs, Sorted), group_pairs_by_key(Sorted, Keyed), pairs_values(Keyed, Groups).

count_vowels(W, N) :- atom_chars(W, Cs), include([C]>>memberchk(C, [a,e,i,o,u]), Cs, Vs), length(Vs, N).

% ?- caesar(3, 'hello, world', C).
%    ['khoor, zruog']
% ?- caesar(13, uryyb, P).
%    [hello]
% ?- anagram(listen, silent).
%    []
% ?- classes([eat, tea, tan, ate, nat, bat], Gs).
%    [[[bat],[eat,tea,ate],[tan,nat]]]
% ?- count_vowels(education, N).
%    [5]
