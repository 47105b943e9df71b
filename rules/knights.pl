% Knights and knaves: on an island live knights, who always tell the truth, and knaves, who always lie. Who is what?
%
% Representation: a person is 1, a knight, or 0, a knave.
% Source: R. Smullyan, What Is the Name of This Book? (1978), the puzzles of these numbers.

:- use_module(library(clpb)).

% What a knight says is true, and what a knave says is not.
says(Person, Claim) :- sat(Person =:= Claim).

% The puzzle of a Number, and the people in it.
island(26, [A, B, C]) :- says(B, A =:= ~A), says(C, ~B).          % B: A said he is a knave. C: B lies.
island(28, [A, B]) :- says(A, ~A + ~B).                           % A: One of us at least is a knave.
island(29, [A, B]) :- says(A, ~A + B).                            % A: I am a knave, or B is a knight.
island(31, [A, B, C]) :-
    says(A, *([~A, ~B, ~C])),                                     % A: All of us are knaves.
    says(B, card([1], [A, B, C])).                                % B: Just one of us is a knight.
island(32, [A, B, C]) :-
    says(A, *([~A, ~B, ~C])),                                     % A: All of us are knaves.
    says(B, card([2], [A, B, C])).                                % B: Just one of us is a knave.

:- begin_tests(knights).

test(mumbled, all(B-C == [0-1])) :- island(26, [_, B, C]).
test(at_least_one, all(People == [[1, 0]])) :- island(28, People).
test(either, all(People == [[1, 1]])) :- island(29, People).
test(one_knight, all(People == [[0, 1, 0]])) :- island(31, People).
test(one_knave, all(A-C == [0-1])) :- island(32, [A, _, C]).
test(open, all(B == [0, 1])) :- island(32, [_, B, _]), labeling([B]).

:- end_tests(knights).
