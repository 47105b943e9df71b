% A search tree: numbers are put in, then looked up.

put(leaf, K, node(leaf, K, leaf)).
put(node(L, N, R), K, T) :-
    ( K < N -> put(L, K, M), T = node(M, N, R)
    ; K > N -> put(R, K, M), T = node(L, N, M)
    ; T = node(L, N, R)
    ).

filled(0, _, T, T).
filled(N, K, T, U) :- N > 0, M is N - 1, put(T, K, S), J is (K * 1309 + 13849) mod 65536, filled(M, J, S, U).

found(node(L, N, R), K) :- ( K =:= N -> true ; K < N -> found(L, K) ; found(R, K) ).

hits(0, _, N, N).
hits(I, T, M, N) :- I > 0, J is I - 1, ( found(T, I) -> K is M + 1 ; K = M ), hits(J, T, K, N).

tree(Size, Hits) :- filled(Size, 42, leaf, T), hits(65535, T, 0, Hits).
