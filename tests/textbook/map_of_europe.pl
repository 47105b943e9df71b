% Colouring a map in two ways: with members and dif, and with constraints; how many colours it takes.
:- use_module(library(clpfd)).

borders([be-fr, be-de, be-lu, be-nl, fr-de, fr-lu, fr-ch, fr-it, fr-es, de-lu, de-nl, de-ch, de-at, ch-it, ch-at, it-at, es-pt]).

countries(Cs) :- borders(Bs), findall(C, ( member(A-B, Bs), member(C, [A, B]) ), All), sort(All, Cs).

% By constraints: the fewest colours first.
colouring(N, Pairs) :-
    countries(Cs),
    borders(Bs),
    pairs_keys_values(Pairs, Cs, Vs),
    Vs ins 1..N,
    maplist(different(Pairs), Bs),
    labeling([ff], Vs).
different(Pairs, A-B) :- memberchk(A-X, Pairs), memberchk(B-Y, Pairs), X #\= Y.

fewest(N, Pairs) :- between(1, 5, N), colouring(N, Pairs), !.

% By dif and members.
coloured(Pairs) :-
    countries(Cs),
    borders(Bs),
    maplist([C, C-_]>>true, Cs, Pairs),
    maplist(apart(Pairs), Bs),
    maplist([_-X]>>member(X, [red, green, blue, white]), Pairs).
apart(Pairs, A-B) :- member(A-X, Pairs), member(B-Y, Pairs), dif(X, Y).

% ?- countries(Cs), length(Cs, N).
%    [[at,be,ch,de,es,fr,it,lu,nl,pt],10]
% ?- fewest(N, Ps).
%    [4,[at-1,be-2,ch-2,de-3,es-2,fr-1,it-3,lu-4,nl-1,pt-1]]
% ?- once(coloured(Ps)).
%    [[at-red,be-red,ch-green,de-blue,es-red,fr-white,it-blue,lu-green,nl-green,pt-green]]
% ?- colouring(3, Ps).
%    no
% ?- aggregate_all(max(N), ( countries(Cs), member(C, Cs), borders(Bs), aggregate_all(count, ( member(A-B, Bs), ( A = C ; B = C ) ), N) ), M).
%    [_23634,_23640,_23646,_23652,_23658,_23664,6]
