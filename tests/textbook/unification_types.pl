% Simple types for lambda terms, by unification.
type(_, N, int) :- integer(N), !.
type(Env, X, T) :- atom(X), memberchk(X:T, Env).
type(Env, lam(X, Body), A -> B) :- type([X:A|Env], Body, B).
type(Env, app(F, E), B) :- type(Env, F, A -> B), type(Env, E, A).

% ?- type([], lam(x, x), T).
%    [(_19510->_19510)]
% ?- type([f:(int -> bool)], lam(y, app(f, y)), T).
%    [(int->bool)]
% ?- type([f:(int -> bool)], app(f, 3), T).
%    [bool]
% ?- type([f:(int -> bool)], app(f, app(f, 3)), T).
%    no
