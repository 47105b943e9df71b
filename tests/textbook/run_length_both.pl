% Run-length coding in both directions, by dif and by if_/3's conditions written out.
:- use_module(library(dif)).
:- use_module(library(clpfd)).

runs([], []).
runs([X | Xs], [X-N | Rs]) :- run(Xs, X, 1, N, Rest), runs(Rest, Rs).

run([], _, N, N, []).
run([X | Xs], X, N0, N, Rest) :- N1 #= N0 + 1, N #>= N1, run(Xs, X, N1, N, Rest).
run([Y | Ys], X, N, N, [Y | Ys]) :- dif(X, Y).

decode([]) --> [].
decode([X-N | Rs]) --> times(N, X), decode(Rs).
times(0, _) --> [].
times(N, X) --> { N > 0, M is N - 1 }, [X], times(M, X).

text(Atom, Runs) :- atom_chars(Atom, Cs), runs(Cs, Runs).

% ?- runs([a, a, b, c, c, c], Rs).
%    [[a-2,b-1,c-3]]
% ?- runs([], Rs).
%    [[]]
% ?- runs(Xs, [a-2, b-1]).
%    [[a,a,b]]
% ?- runs([a, X, b], Rs).
%    [a,[a-2,b-1]]
%    [b,[a-1,b-2]]
%    [_52204,[a-1,_52204-1,b-1]]
% ?- runs(Xs, [a-1, a-1]).
%    no
% ?- phrase(decode([a-3, b-0, c-2]), Xs).
%    [[a,a,a,c,c]]
% ?- text(aabccc, Rs).
%    [[a-2,b-1,c-3]]
% ?- length(Xs, 2), runs(Xs, Rs).
%    [[_52598,_52598],[_52598-2]]
%    [[_52680,_52686],[_52680-1,_52686-1]]
