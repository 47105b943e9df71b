% Lists that grammars (`-->`) describe.

% Body, of a grammar, describes List.
phrase(Body, List) :- phrase(Body, List, []).

% Body, of a grammar, describes what List has before Rest.
phrase(Body, List, Rest) :-
    begun_(List),
    begun_(Rest),
    grammar_(Body, From, To, Goal),
    From = List,
    To = Rest,
    call(Goal).

% The same as phrase(Body, List, Rest).
call_dcg(Body, List, Rest) :- phrase(Body, List, Rest).
