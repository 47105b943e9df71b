% Four colours for a map, with backtracking over the regions.
colour(red). colour(green). colour(blue).

map(WA, NT, SA, Q, NSW, V, T) :-
    maplist(colour, [WA, NT, SA, Q, NSW, V, T]),
    WA \= NT, WA \= SA, NT \= SA, NT \= Q, SA \= Q, SA \= NSW, SA \= V, Q \= NSW, NSW \= V.

% ?- once(map(WA, NT, SA, Q, NSW, V, T)).
%    [red,green,blue,red,green,red,red]
% ?- aggregate_all(count, map(_, _, _, _, _, _, _), N).
%    [18]
