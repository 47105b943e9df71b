% The zebra puzzle (Life International, 1962): who owns the zebra, and who drinks water?
%
% Five houses stand in a row, each of another colour, with an owner of another nation, who has another pet,
% drinks another drink and smokes another brand. The clues are numbered as in the magazine, from 2 on.
%
% Representation: every colour, nation, pet, drink and brand is the number of its house, from 1 on the left to 5.

:- use_module(library(clpfd)).

model(Street) :-
    Street = [Colours, Nations, Pets, Drinks, Smokes],
    Colours = [Red, Green, Ivory, Yellow, Blue],
    Nations = [English, Spanish, Ukrainian, Norwegian, Japanese],
    Pets = [Dog, Snails, Fox, Horse, Zebra],
    Drinks = [Coffee, Tea, Milk, Juice, Water],
    Smokes = [OldGold, Kools, Chesterfield, LuckyStrike, Parliament],
    append(Street, All),
    All ins 1..5,
    maplist(all_different, Street),
    English #= Red,                 % clue 2
    Spanish #= Dog,                 % clue 3
    Coffee #= Green,                % clue 4
    Ukrainian #= Tea,               % clue 5
    Green #= Ivory + 1,             % clue 6
    OldGold #= Snails,              % clue 7
    Kools #= Yellow,                % clue 8
    Milk #= 3,                      % clue 9
    Norwegian #= 1,                 % clue 10
    next_to(Chesterfield, Fox),     % clue 11
    next_to(Kools, Horse),          % clue 12
    LuckyStrike #= Juice,           % clue 13
    Japanese #= Parliament,         % clue 14
    next_to(Norwegian, Blue),       % clue 15
    label([Zebra, Water | All]).

% The houses One and Other are side by side.
next_to(One, Other) :- abs(One - Other) #= 1.

% What the numbers of a street stand for.
names([
    [red, green, ivory, yellow, blue],
    [english, spanish, ukrainian, norwegian, japanese],
    [dog, snails, fox, horse, zebra],
    [coffee, tea, milk, juice, water],
    ['old gold', kools, chesterfield, 'lucky strike', parliament]
]).

% A row for each house, from left to right.
picture(Street, Rows) :- maplist(house(Street), [1, 2, 3, 4, 5], Rows).

house(Street, House, Row) :- names(Names), maplist(in_house(House), Street, Names, Row).

in_house(House, Houses, Names, Name) :- nth1(Place, Houses, House), nth1(Place, Names, Name).

:- begin_tests(zebra_fd).

test(zebra, all(Owner == [japanese])) :- model(Street), house(Street, _, [_, Owner, zebra, _, _]).
test(water, all(Drinker == [norwegian])) :- model(Street), house(Street, _, [_, Drinker, _, water, _]).

:- end_tests(zebra_fd).
