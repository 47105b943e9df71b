% Conditions with their truth: call(Condition, Truth), where Truth is true or false, and both are told of unknowns.

% Then holds where Condition is true, Else where it is false.
if_(Condition, Then, Else) :- call(Condition, Truth), decided_(Truth, Then, Else).
decided_(true, Then, _) :- call(Then).
decided_(false, _, Else) :- call(Else).

% Truth says whether X and Y are equal.
=(X, Y, Truth) :- Truth = true, X = Y ; Truth = false, dif(X, Y).

% Truth says whether X and Y differ; first they do not, as in the library of that name.
dif(X, Y, Truth) :- Truth = false, X = Y ; Truth = true, dif(X, Y).

% Truth says whether both conditions are true.
','(First, Second, Truth) :- call(First, One), both_(One, Second, Truth).
both_(true, Second, Truth) :- call(Second, Truth).
both_(false, _, false).

% Truth says whether at least one condition is true.
';'(First, Second, Truth) :- call(First, One), either_(One, Second, Truth).
either_(true, _, true).
either_(false, Second, Truth) :- call(Second, Truth).

% Truth says whether X is an element of List.
memberd_t(X, List, Truth) :- memberd_t_(List, X, Truth).
memberd_t_([], _, false).
memberd_t_([Y | List], X, Truth) :- =(X, Y, Same), found_(Same, List, X, Truth).
found_(true, _, _, true).
found_(false, List, X, Truth) :- memberd_t_(List, X, Truth).

% X is an element of List, told once.
memberd(X, List) :- memberd_t(X, List, true).

% Kept has the elements X of List for which call(Condition, X, true) holds.
tfilter(Condition, List, Kept) :- tfilter_(List, Condition, Kept).
tfilter_([], _, []).
tfilter_([X | List], Condition, Kept) :- call(Condition, X, Truth), kept_(Truth, X, List, Condition, Kept).
kept_(true, X, List, Condition, [X | Kept]) :- tfilter_(List, Condition, Kept).
kept_(false, _, List, Condition, Kept) :- tfilter_(List, Condition, Kept).

% In and Out have the elements X of List for which call(Condition, X, Truth) gives true and false.
tpartition(Condition, List, In, Out) :- tpartition_(List, Condition, In, Out).
tpartition_([], _, [], []).
tpartition_([X | List], Condition, In, Out) :- call(Condition, X, Truth), sorted_(Truth, X, List, Condition, In, Out).
sorted_(true, X, List, Condition, [X | In], Out) :- tpartition_(List, Condition, In, Out).
sorted_(false, X, List, Condition, In, [X | Out]) :- tpartition_(List, Condition, In, Out).
