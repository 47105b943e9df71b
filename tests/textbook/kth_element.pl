% The K'th element, counted from 1.
element_at(X, [X|_], 1).
element_at(X, [_|L], K) :- K > 1, K1 is K - 1, element_at(X, L, K1).

% ?- element_at(X, [a,b,c,d,e], 3).
%    [c]
% ?- element_at(X, [a,b], 3).
%    no
