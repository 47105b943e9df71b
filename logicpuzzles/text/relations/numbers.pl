% Numbers.

% Quotient is X div Y, and Rest is X mod Y.
divmod(X, Y, Quotient, Rest) :-
    ( integer(X), integer(Y) -> true ; unfit_(divmod, integers, X-Y) ),
    Quotient is X div Y,
    Rest is X mod Y.
