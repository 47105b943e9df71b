"""Where this process and those that it begins look for modules: never in the current folder.

Where Python is given its program as text, it looks for modules in the current folder before it looks among its own: a
`pickle.py` beside a rule file would run as code. So what is begun as `python -c` gets `OPTIONS`, and what
`multiprocessing` begins stands inside `workers.beginning.without_current_folder`.
"""

from __future__ import annotations

import os
import sys

PARENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # the folder that has the package
OPTIONS = ("-P",)  # of Python: the current folder is not looked in


def leave_current_folder() -> None:
    """From now on this process does not look for modules in the current folder, unless the package itself lies there.

    For the command line; a user's program may have modules there.
    """
    here = os.path.realpath(os.curdir)
    sys.path[:] = [entry for entry in sys.path if not depends_on(entry, here)]
    if depends_on(PARENT, here):
        sys.path.append(PARENT)


def depends_on(entry: str, here: str) -> bool:
    """Whether an entry of the path is the folder `here`, or another one wherever a process is begun."""
    return not os.path.isabs(entry) or os.path.realpath(entry) == here
