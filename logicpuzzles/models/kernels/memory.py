"""The arrays that learning adds to those of `layout`: `r`, by what every change was made, and the nogoods learned;
and `w`, who watches them.

A literal is a set: "the word at address `at` of `s` lies within a mask"; it is true while it does, false where the
word and the mask have nothing in common. The literals of a nogood on the words of one variable are a group, which
stands for one literal on the variable: its value is in one of their masks, or in a word that the group does not name.
A nogood says that not all of its groups are true.

Masks of an analysis are kept with the words: -1 where nothing is needed.
"""

from __future__ import annotations

from typing import TypeAlias

from .layout import State

Memory: TypeAlias = State  # [n], `r`
Watches: TypeAlias = State  # [n], `w`

# The beginning of `r`: registers, and the addresses of its parts.
WORDS, ENTRIES, VARIABLES, TOUCHED, SCRATCH, MARKS = range(6)  # MARKS: of levels, in which analysis they were met
N_TOUCHED = 6  # words with a mask in the analysis
ANALYSIS = 7  # the number of the analysis that goes on
PENDING = 8  # variables with a literal that became true at the level of the conflict
FOLLOWED = 9  # entries of the trail whose nogoods were looked at
FAILED = 10  # what failed last: a propagator, or a nogood, negative
FLOOR = 11  # no level up to this one is left but when all below it was searched
USED, ROOM = 12, 13  # the first free address of the pool, and the end of the array
LEARNED, MOST = 14, 15  # nogoods there, and how many may be before some are forgotten
CONFLICTS, NEXT_RESTART, RESTARTS = 16, 17, 18
BUMP = 19  # what a variable gains in activity now
ROOTED = 20  # entries of the trail that are part of the root
CLOCK = 21  # the last analysis
LARGEST = 22  # how long a nogood can be
POOL = 23  # address of the first nogood
BOUND = 24  # the objective's, when last looked at
ARENA, ARENA_END = 25, 26  # reasons that are noted while a nogood is minimised
WANTED_WORDS, N_WANTED = 27, 28  # words with something wanted there
R_HEADER = 29

# The record of a word: at r[WORDS] + WORD_SIZE // STRIDE * at.
OWNER = 0  # its variable
MASK = 1
BASE, BASE_OF = 2, 3  # what it was when the level of the conflict began, in the analysis of that number
LAST = 4  # the last entry of the trail about it, -1 for none
ROOT = 5  # what is left of it at level 0
LISTED = 6  # 1 while it is among the touched
START = 7  # what it was before the search
NOGOOD, WANTED, DERIVED = 8, 9, 10  # in `minimising`: the mask in the nogood, what is asked for, what follows of it
WORD_SIZE = 12

# The record of an entry of the trail.
REASON, BEFORE, LEVEL = 0, 1, 2  # by what: a propagator, a nogood (negative), DECIDED; the entry before on the word
ENTRY_SIZE = 3
DECIDED = 0

# The record of a variable, by number.
WATCHED, ACTIVITY, SAVED, NEEDED = 0, 1, 2, 3  # its first chunk in `w`; ...; its last value, -1; words pending
RECORD_SIZE = 4

# The record of a nogood in the pool.
STOP = 0  # where its literals end
GROUP = 1  # the addresses of the two groups that are watched
QUALITY = 3  # of how many levels its literals were when it was learned; fewer are better
AGE = 4  # the conflict in which it was last needed
MOVED = 5  # where it goes
LITERALS = 6  # pairs: an address of a word, and the mask

# The array `w` of watches. A chunk holds some of one variable: the next chunk, how many, then for each a mask, and the
# address of the nogood, doubled, plus which of its groups. While the word of a variable with one word has a value
# outside of the mask, the group is not true.
SPARE, W_USED, W_ROOM = range(3)  # the first chunk that is free again; the first address never used; the end
FOLLOWING, N_HELD, HELD = 0, 1, 2
CHUNK = 32
W_HEADER = 32


RESTART_UNIT = 32  # conflicts
