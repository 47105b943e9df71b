% Eliza, after Sterling and Shapiro, with a grammar for each pattern.
:- use_module(library(lists)).

reply(Input, Output) :-
    pattern(Stimulus, Response, Vars),
    phrase(match(Stimulus, Vars), Input),
    !,
    phrase(say(Response, Vars), Output).

pattern([i, am, v(1)], [how, long, have, you, been, v(1), ?], _).
pattern([v(1), you, v(2), me], [what, makes, you, think, i, v(2), you, ?], _).
pattern([i, like, v(1)], [does, anyone, else, in, your, family, like, v(1), ?], _).
pattern([i, feel, v(_)], [do, you, often, feel, that, way, ?], _).
pattern([v(_), X, v(_)], [please, tell, me, more, about, your, X], _) :- important(X).
pattern([v(_)], [please, go, on], _).

important(father).
important(mother).
important(brother).

match([], _) --> [].
match([v(N) | Rest], Vars) --> !, words(Ws), { remember(N, Vars, Ws) }, match(Rest, Vars).
match([W | Rest], Vars) --> [W], match(Rest, Vars).

say([], _) --> [].
say([v(N) | Rest], Vars) --> { recall(N, Vars, Ws) }, words(Ws), !, say(Rest, Vars).
say([W | Rest], Vars) --> [W], say(Rest, Vars).

words([]) --> [].
words([W | Ws]) --> [W], words(Ws).

remember(N, [N-Ws | _], Ws) :- !.
remember(N, [_ | Vars], Ws) :- remember(N, Vars, Ws).
recall(N, Vars, Ws) :- memberchk(N-Ws, Vars).

% ?- reply([i, am, very, sad], R).
%    [[how,long,have,you,been,very,sad,?]]
% ?- reply([you, do, not, love, me], R).
%    [[what,makes,you,think,i,do,not,love,you,?]]
% ?- reply([i, like, my, mother], R).
%    [[does,anyone,else,in,your,family,like,my,mother,?]]
% ?- reply([my, father, hates, cheese], R).
%    [[please,tell,me,more,about,your,father]]
% ?- reply([nothing, at, all], R).
%    [[please,go,on]]
% ?- reply([], R).
%    [[please,go,on]]
