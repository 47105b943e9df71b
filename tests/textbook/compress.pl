% Eliminate consecutive duplicates.
compress([], []).
compress([X], [X]).
compress([X,X|Xs], Zs) :- compress([X|Xs], Zs).
compress([X,Y|Ys], [X|Zs]) :- X \= Y, compress([Y|Ys], Zs).

% ?- compress([a,a,a,a,b,c,c,a,a,d,e,e,e,e], X).
%    [[a,b,c,a,d,e]]
% ?- compress([], X).
%    [[]]
