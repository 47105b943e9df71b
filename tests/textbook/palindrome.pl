% A list is a palindrome if it reads the same backwards.
is_palindrome(L) :- reverse(L, L).

palindrome_word(W) :- atom_chars(W, Cs), is_palindrome(Cs).

% the same as a grammar
palin --> [].
palin --> [_].
palin --> [C], palin, [C].

% ?- is_palindrome([x,a,m,a,x]).
%    []
% ?- is_palindrome([x,a,m]).
%    no
% ?- palindrome_word(rotor).
%    []
% ?- phrase(palin, [a,b,X,a]).
%    [b]
% ?- findall(W, (member(W, [anna, bob, carol]), palindrome_word(W)), Ws).
%    [_30476,[anna,bob]]
