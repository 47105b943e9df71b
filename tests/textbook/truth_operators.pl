% Truth tables with operators of one's own.
:- op(900, fy, neg).
:- op(910, yfx, und).
:- op(920, yfx, oder).

wahr(A und B) :- wahr(A), wahr(B).
wahr(A oder _) :- wahr(A).
wahr(_ oder B) :- wahr(B).
wahr(neg A) :- \+ wahr(A).
wahr(true).

tabelle(A, B, E, W) :- member(A, [true, false]), member(B, [true, false]), ( wahr(E) -> W = 1 ; W = 0 ).

beispiel(A, B, neg A oder B).
beispiel(A, B, A und neg B).

% ?- findall(A-B-W, (beispiel(A, B, E), tabelle(A, B, E, W)), L).
%    [_17344,_17350,_17356,_17362,[true-true-1,true-false-0,false-true-1,false-false-1,true-true-0,true-false-1,false-true-0,false-false-0]]
% ?- wahr(und(true, neg(false))).
%    []
