% Sequents (H. Wang): what is left of the arrow implies something on its right.

proved([], Atoms, Right) :- refuted(Right, Atoms, []).
proved([and(A, B) | L], Atoms, Right) :- proved([A, B | L], Atoms, Right).
proved([or(A, B) | L], Atoms, Right) :- proved([A | L], Atoms, Right), proved([B | L], Atoms, Right).
proved([not(A) | L], Atoms, Right) :- proved(L, Atoms, [A | Right]).
proved([if(A, B) | L], Atoms, Right) :- proved(L, Atoms, [A | Right]), proved([B | L], Atoms, Right).
proved([v(N) | L], Atoms, Right) :- proved(L, [N | Atoms], Right).

refuted([and(A, B) | R], Left, Atoms) :- refuted([A | R], Left, Atoms), refuted([B | R], Left, Atoms).
refuted([or(A, B) | R], Left, Atoms) :- refuted([A, B | R], Left, Atoms).
refuted([not(A) | R], Left, Atoms) :- assumed(A, R, Left, Atoms).
refuted([if(A, B) | R], Left, Atoms) :- assumed(A, [B | R], Left, Atoms).
refuted([v(N) | R], Left, Atoms) :- ( in(N, Left) -> true ; refuted(R, Left, [N | Atoms]) ).

assumed(A, Right, Left, Atoms) :- wrapped(Atoms, Right, All), proved([A], Left, All).

wrapped([], R, R).
wrapped([N | L], R, [v(N) | S]) :- wrapped(L, R, S).

in(N, [N | _]).
in(N, [M | L]) :- N \= M, in(N, L).

% One pigeon more than holes: v(10 * P + H) says that pigeon P sits in hole H.
housed(P, 1, v(N)) :- N is 10 * P + 1.
housed(P, H, or(v(N), F)) :- H > 1, N is 10 * P + H, G is H - 1, housed(P, G, F).

all_housed(1, H, F) :- housed(1, H, F).
all_housed(P, H, and(F, G)) :- P > 1, housed(P, H, F), Q is P - 1, all_housed(Q, H, G).

% Two of them sit in one hole, from number K down.
shared(1, H, F) :- in_hole(1, 2, 1, H, F).
shared(K, H, or(F, G)) :- K > 1, in_hole(1, 2, K, H, F), J is K - 1, shared(J, H, G).

in_hole(P, Q, K, H, and(v(M), v(N))) :- P =:= H, Q =:= H + 1, M is 10 * P + K, N is 10 * Q + K.
in_hole(P, Q, K, H, or(and(v(M), v(N)), F)) :-
    P < H, Q =:= H + 1, M is 10 * P + K, N is 10 * Q + K, R is P + 1, S is P + 2, in_hole(R, S, K, H, F).
in_hole(P, Q, K, H, or(and(v(M), v(N)), F)) :-
    Q < H + 1, M is 10 * P + K, N is 10 * Q + K, R is Q + 1, in_hole(P, R, K, H, F).

again(N, N).
again(N, Left) :- N > 1, M is N - 1, again(M, Left).

prover(Times, Holes, proved) :-
    P is Holes + 1, all_housed(P, Holes, F), shared(Holes, Holes, G),
    again(Times, Left), proved([F], [], [G]), Left =:= 1.
