% A machine of Turing's with four states that writes thirteen ones in 107 steps (A. H. Brady).

rule(a, 0, 1, right, b).
rule(a, 1, 1, left, b).
rule(b, 0, 1, left, a).
rule(b, 1, 0, left, c).
rule(c, 0, 1, right, halt).
rule(c, 1, 1, left, d).
rule(d, 0, 1, right, d).
rule(d, 1, 0, right, a).

run(halt, Left, Right, N, N, tape(Left, Right)).
run(State, Left, Right, I, N, Tape) :-
    under(Right, Symbol, Rest), rule(State, Symbol, Written, Side, Next),
    J is I + 1, turned(Side, Left, Written, Rest, L, R), run(Next, L, R, J, N, Tape).

under([], 0, []).
under([S | Rest], S, Rest).

turned(right, Left, S, Right, [S | Left], Right).
turned(left, [], S, Right, [], [0, S | Right]).
turned(left, [T | Left], S, Right, Left, [T, S | Right]).

again(N, N).
again(N, Left) :- N > 1, M is N - 1, again(M, Left).

beaver(Times, Steps, Tape) :- again(Times, Left), run(a, [], [], 0, Steps, Tape), Left =:= 1.
