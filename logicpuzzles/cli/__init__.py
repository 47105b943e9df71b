"""The command line. What takes time to import is imported when it is needed, and after Ctrl-C is taken care of."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave Python with its exit code."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # for a moment it ends Python in silence
        from .stopping import stop_at_once

        stop_at_once()
    from ..module_path import leave_current_folder

    leave_current_folder()
    from .addresses import ask_before_importing
    from .running import tell_warnings
    from .streams import leave, open_all

    open_all()
    ask_before_importing()
    tell_warnings()
    leave(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code. Whatever went wrong is one message on standard error."""
    from .running import run

    return run(args)
