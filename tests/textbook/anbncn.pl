% The language a^n b^n c^n by a grammar with a counter, and by pushback.
abc --> as(N), bs(N), cs(N).

as(0) --> [].
as(s(N)) --> [a], as(N).
bs(0) --> [].
bs(s(N)) --> [b], bs(N).
cs(0) --> [].
cs(s(N)) --> [c], cs(N).

% how many leaves a tree has, threading a counter
leaves(leaf(_)), [N1] --> [N], { N1 is N + 1 }.
leaves(node(L, R)) --> leaves(L), leaves(R).

% ?- phrase(abc, [a,a,b,b,c,c]).
%    []
% ?- phrase(abc, [a,a,b,b,c]).
%    no
% ?- length(L, 6), phrase(abc, L).
%    [[a,a,b,b,c,c]]
% ?- phrase(leaves(node(leaf(1), node(leaf(2), leaf(3)))), [0], [N]).
%    [3]
