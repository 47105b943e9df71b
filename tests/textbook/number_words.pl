% Numbers in English words, and telling the digits of a number.
full_words(N, Text) :- number_codes(N, Codes), maplist(digit_word, Codes, Ws), atomic_list_concat(Ws, '-', Text).

digit_word(C, W) :- D is C - 0'0, nth0(D, [zero,one,two,three,four,five,six,seven,eight,nine], W).

digits(N, [N]) :- N < 10, !.
digits(N, Ds) :- D is N mod 10, M is N // 10, digits(M, Es), append(Es, [D], Ds).

roman(0, '') :- !.
roman(N, R) :-
    member(V-S, [1000-'M',900-'CM',500-'D',400-'CD',100-'C',90-'XC',50-'L',40-'XL',10-'X',9-'IX',5-'V',4-'IV',1-'I']),
    N >= V, !,
    M is N - V, roman(M, T), atom_concat(S, T, R).

% ?- full_words(175, T).
%    ['one-seven-five']
% ?- digits(90210, Ds).
%    [[9,0,2,1,0]]
% ?- roman(1994, R).
%    ['MCMXCIV']
% ?- member(N, [4, 9, 14]), roman(N, R).
%    [4,'IV']
%    [9,'IX']
%    [14,'XIV']
