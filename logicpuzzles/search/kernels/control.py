"""What the parts of `control` of `depth_first` are, and what that returns; apart, since it needs no numpy."""

from __future__ import annotations

from ..budget import Outcome

ENDED, FOUND, PAUSED = int(Outcome.ENDED), int(Outcome.FOUND), int(Outcome.PAUSED)
ROOM = int(Outcome.ROOM)
BRANCH = 5
DEPTH, NODES, LEAST, LIMIT, STEP, END, SLACK, CUT, N_CONTROL = range(9)
