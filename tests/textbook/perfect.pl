% Perfect numbers, by their divisors.
divisor(N, D) :- Half is N // 2, between(1, Half, D), N mod D =:= 0.

perfect(N) :- findall(D, divisor(N, D), Ds), sum_list(Ds, N).

kind(N, Kind) :-
    findall(D, divisor(N, D), Ds), sumlist(Ds, S),
    (   S =:= N -> Kind = perfect
    ;   S > N -> Kind = abundant
    ;   Kind = deficient
    ).

% ?- findall(N, (between(2, 500, N), perfect(N)), L).
%    [_31514,[6,28,496]]
% ?- kind(12, K).
%    [abundant]
% ?- member(N, [6, 8, 18]), kind(N, K).
%    [6,perfect]
%    [8,deficient]
%    [18,abundant]
