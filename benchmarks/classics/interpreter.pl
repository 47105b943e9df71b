% An interpreter of relations written as facts: it runs naive reverse.

rule(joined([], L, L), true).
rule(joined([H | T], L, [H | R]), call(joined(T, L, R))).
rule(backwards([], []), true).
rule(backwards([H | T], R), (call(backwards(T, S)), call(joined(S, [H], R)))).

holds(true).
holds((A, B)) :- holds(A), holds(B).
holds(call(Goal)) :- rule(Goal, Body), holds(Body).

upto(N, N, [N]).
upto(I, N, [I | L]) :- I < N, J is I + 1, upto(J, N, L).

interpreted(N, First) :- upto(1, N, L), holds(call(backwards(L, [First | _]))).
