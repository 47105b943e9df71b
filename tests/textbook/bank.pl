% A bank account without changing anything: the transactions of a day are a list, balances go along.
run([], Bs, Bs).
run([T|Ts], Bs0, Bs) :- apply_(T, Bs0, Bs1), !, run(Ts, Bs1, Bs).
run([_|Ts], Bs0, Bs) :- run(Ts, Bs0, Bs).

apply_(deposit(Who, Amount), Bs0, Bs) :-
    Amount > 0, select(Who-Old, Bs0, Who-New, Bs), New is Old + Amount.
apply_(withdraw(Who, Amount), Bs0, Bs) :-
    select(Who-Old, Bs0, Rest), Old >= Amount, New is Old - Amount, Bs = [Who-New|Rest].
apply_(transfer(From, To, Amount), Bs0, Bs) :-
    apply_(withdraw(From, Amount), Bs0, Bs1), apply_(deposit(To, Amount), Bs1, Bs).

total(Bs, T) :- pairs_values(Bs, Vs), sum_list(Vs, T).

report(Bs) :- forall(member(W-B, Bs), format("~w has ~d~n", [W, B])).

% ?- run([deposit(ann, 10), transfer(bob, ann, 25)], [ann-5, bob-30], Bs).
%    [[bob-5,ann-40]]
% ?- run([withdraw(ann, 100), deposit(bob, 1)], [ann-5, bob-30], Bs), total(Bs, T).
%    [[ann-5,bob-31],36]
