% Lambdas that were made while a query runs, or stand in facts; those in the goals of a text are relations of their own.

% Goal holds, for fresh variables in place of the parameters; a lambda called with arguments.
'>>'(Params, Goal) :- lambda_(Params, Goal, [], Made), call(Made).
'>>'(Params, Goal, A) :- lambda_(Params, Goal, [A], Made), call(Made).
'>>'(Params, Goal, A, B) :- lambda_(Params, Goal, [A, B], Made), call(Made).
'>>'(Params, Goal, A, B, C) :- lambda_(Params, Goal, [A, B, C], Made), call(Made).
'>>'(Params, Goal, A, B, C, D) :- lambda_(Params, Goal, [A, B, C, D], Made), call(Made).
'>>'(Params, Goal, A, B, C, D, E) :- lambda_(Params, Goal, [A, B, C, D, E], Made), call(Made).
'>>'(Params, Goal, A, B, C, D, E, F) :- lambda_(Params, Goal, [A, B, C, D, E, F], Made), call(Made).
'>>'(Params, Goal, A, B, C, D, E, F, G) :- lambda_(Params, Goal, [A, B, C, D, E, F, G], Made), call(Made).
