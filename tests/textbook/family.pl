% A family, with relations, who is related how, and questions in the plural.
male(tom). male(bob). male(jim). male(pat).
female(pam). female(liz). female(ann).
parent(pam, bob). parent(tom, bob). parent(tom, liz). parent(bob, ann). parent(bob, pat). parent(pat, jim).

mother(X, Y) :- parent(X, Y), female(X).
sister(X, Y) :- parent(Z, X), parent(Z, Y), female(X), X \= Y.
predecessor(X, Z) :- parent(X, Z).
predecessor(X, Z) :- parent(X, Y), predecessor(Y, Z).
has_child(X) :- parent(X, _).
childless(X) :- ( male(X) ; female(X) ), \+ has_child(X).

main :- predecessor(pam, X), write(X), nl, fail.
main.

% ?- sister(S, pat).
%    [ann]
% ?- predecessor(pam, X).
%    [bob]
%    [ann]
%    [pat]
%    [jim]
% ?- setof(C, parent(P, C), Cs).
%    [_51804,bob,[ann,pat]]
%    [_51816,pam,[bob]]
%    [_51828,pat,[jim]]
%    [_51846,tom,[bob,liz]]
% ?- bagof(P-C, parent(P, C), L).
%    [_51848,_51854,[pam-bob,tom-bob,tom-liz,bob-ann,bob-pat,pat-jim]]
% ?- childless(X).
%    [jim]
%    [liz]
%    [ann]
% ?- setof(A, D^predecessor(A, D), As).
%    [_52198,_52204,[bob,pam,pat,tom]]
