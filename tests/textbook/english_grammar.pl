% A little English grammar with agreement, and the parse tree.
sentence(s(NP, VP)) --> noun_phrase(N, NP), verb_phrase(N, VP).

noun_phrase(N, np(D, Noun)) --> determiner(N, D), noun(N, Noun).
noun_phrase(sing, np(Name)) --> [Name], { member(Name, [john, mary]) }.

verb_phrase(N, vp(V, NP)) --> verb(N, transitive, V), noun_phrase(_, NP).
verb_phrase(N, vp(V)) --> verb(N, _, V).

determiner(_, d(the)) --> [the].
determiner(sing, d(a)) --> [a].
noun(sing, n(cat)) --> [cat].
noun(plur, n(cats)) --> [cats].
noun(sing, n(mouse)) --> [mouse].
verb(sing, transitive, v(eats)) --> [eats].
verb(plur, transitive, v(eat)) --> [eat].
verb(sing, intransitive, v(sleeps)) --> [sleeps].

% ?- phrase(sentence(T), [the, cat, eats, the, mouse]).
%    [s(np(d(the),n(cat)),vp(v(eats),np(d(the),n(mouse))))]
% ?- phrase(sentence(T), [the, cats, eats, a, mouse]).
%    no
% ?- aggregate_all(count, phrase(sentence(_), _), N).
%    [62]
% ?- phrase(sentence(_), [W, sleeps]).
%    [john]
%    [mary]
