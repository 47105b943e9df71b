% The zebra puzzle (Life International, 1962): who owns the zebra, and who drinks water?
%
% Five houses stand in a row, each of another colour, with an owner of another nation, who has another pet,
% drinks another drink and smokes another brand. The clues are numbered as in the magazine, from 2 on.
%
% Representation: a street is a list of five houses from left to right, each house(Colour, Nation, Pet, Drink, Smoke).

% Right stands right beside Left in Street.
beside(Left, Right, Street) :- append(_, [Left, Right | _], Street).

% One and Other stand side by side in Street.
next_to(One, Other, Street) :- beside(One, Other, Street).
next_to(One, Other, Street) :- beside(Other, One, Street).

% Street keeps all clues.
street(Street) :-
    Street = [house(_, norwegian, _, _, _), _, house(_, _, _, milk, _), _, _],                       % clues 9 and 10
    member(house(red, english, _, _, _), Street),                                                    % clue 2
    member(house(_, spanish, dog, _, _), Street),                                                    % clue 3
    member(house(green, _, _, coffee, _), Street),                                                   % clue 4
    member(house(_, ukrainian, _, tea, _), Street),                                                  % clue 5
    beside(house(ivory, _, _, _, _), house(green, _, _, _, _), Street),                              % clue 6
    member(house(_, _, snails, _, old_gold), Street),                                                % clue 7
    member(house(yellow, _, _, _, kools), Street),                                                   % clue 8
    next_to(house(_, _, _, _, chesterfield), house(_, _, fox, _, _), Street),                        % clue 11
    next_to(house(_, _, _, _, kools), house(_, _, horse, _, _), Street),                             % clue 12
    member(house(_, _, _, juice, lucky_strike), Street),                                             % clue 13
    member(house(_, japanese, _, _, parliament), Street),                                            % clue 14
    next_to(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Street),                          % clue 15
    member(house(_, _, zebra, _, _), Street),
    member(house(_, _, _, water, _), Street).

% Owner owns the zebra.
zebra(Owner) :- street(Street), member(house(_, Owner, zebra, _, _), Street).

% Drinker drinks water.
water(Drinker) :- street(Street), member(house(_, Drinker, _, water, _), Street).

:- begin_tests(zebra).

test(zebra, all(Owner == [japanese])) :- zebra(Owner).
test(water, all(Drinker == [norwegian])) :- water(Drinker).
test(colours, all(Colours == [[yellow, blue, red, ivory, green]])) :-
    street(Street),
    findall(Colour, member(house(Colour, _, _, _, _), Street), Colours).

:- end_tests(zebra).
