"""The zebra puzzle: who owns the zebra, and who drinks water?

Five houses stand in a row, each of another colour, with an owner of another nation, who has another pet, drinks another
drink and smokes another brand.

Representation: every colour, nation, pet, drink and brand is the number of its house, from 1 on the left to 5.
Source: Life International, 17 December 1962; the clues are numbered as there, from 2 on.
"""

from constraint import AllDifferentConstraint

from logicpuzzles import Model, Problem

HOUSES = range(1, 6)
KINDS = (
    ("red", "green", "ivory", "yellow", "blue"),
    ("english", "spanish", "ukrainian", "norwegian", "japanese"),
    ("dog", "snails", "fox", "horse", "zebra"),
    ("coffee", "tea", "milk", "juice", "water"),
    ("old gold", "kools", "chesterfield", "lucky strike", "parliament"),
)


def same(one, other):
    """They are in one house."""
    return one == other


def right_of(one, other):
    """The one house is right beside the other."""
    return one == other + 1


def next_to(one, other):
    """The houses are side by side."""
    return abs(one - other) == 1


def build():
    street = Problem()
    for kind in KINDS:
        street.addVariables(kind, HOUSES)
        street.addConstraint(AllDifferentConstraint(), kind)
    street.addConstraint(same, ["english", "red"])  # clue 2
    street.addConstraint(same, ["spanish", "dog"])  # clue 3
    street.addConstraint(same, ["coffee", "green"])  # clue 4
    street.addConstraint(same, ["ukrainian", "tea"])  # clue 5
    street.addConstraint(right_of, ["green", "ivory"])  # clue 6
    street.addConstraint(same, ["old gold", "snails"])  # clue 7
    street.addConstraint(same, ["kools", "yellow"])  # clue 8
    street.addConstraint(lambda house: house == 3, ["milk"])  # clue 9
    street.addConstraint(lambda house: house == 1, ["norwegian"])  # clue 10
    street.addConstraint(next_to, ["chesterfield", "fox"])  # clue 11
    street.addConstraint(next_to, ["kools", "horse"])  # clue 12
    street.addConstraint(same, ["lucky strike", "juice"])  # clue 13
    street.addConstraint(same, ["japanese", "parliament"])  # clue 14
    street.addConstraint(next_to, ["norwegian", "blue"])  # clue 15
    return street


def picture(house):
    """A line for each house, from left to right."""
    street = [[next(x for x in kind if house[x] == number) for kind in KINDS] for number in HOUSES]
    width = [max(map(len, column)) for column in zip(*street, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, width)).rstrip() for row in street)


model = Model(build, picture=picture)
