"""The table of the commands of the session, some of which are on the command line too."""

from __future__ import annotations

from .command import Command, Prompt
from .table import LISTING, SHOW


def _local(run: str, usages: tuple[str, ...], help: str, said: str = "", why: str = "") -> Command:
    """A command of the session alone; without a line in `help.` where another tells of it."""
    return Command(usages[0].partition("(")[0], prompt=Prompt(run, help, usages, (said, why)))


# fmt: off
# In the order of their help.
IN_THE_SESSION = (
    _local("repl.session:Session.consult", ("consult(File)",),
          "Load a rule file, by name or path; so does [File]. Several: [one, 'path/to/two.pl'].",
          "[{file}].", "load a rule file, by name or path: ['./mine.pl']"),
    Command("user", prompt=Prompt("repl.session:Session.consult", "Type clauses in.", (),
                                  ("[user].", "type clauses in, until Ctrl-D or end_of_file."))),
    _local("repl.session:Session.make", ("make",), "Read again the rule files that were edited.",
          "make.", "read again what was edited"),
    LISTING,
    _local("repl.helping:help_", ("help", "help(Name)"), "Tell what there is, or about a relation or command.",
          "help(name).", "about a relation, command or rule file"),
    _local("repl.helping:apropos", ("apropos(Word)",), "List what has a word in its name or its description.",
          "apropos(word).", "what has a word in its name or description"),
    _local("repl.dispatch:time", ("time(Goal)",), "Answer a query and tell how long each answer took.",
          "time(Goal).", "how long each answer takes"),
    _local("repl.dispatch:why", ("why(Goal)",), "Answer a query and show why each answer holds: the proof tree, "
          "and the fewest constraints from which a value follows.", "why(Goal).", "the proof of each answer"),
    _local("repl.whynot:explain", ("whynot(Goal)",),
          "Tell why a query has no answer: the goal that fails first, the fewest constraints that leave no value, and "
          "the nearest that holds.",
          "whynot(Goal).", "why there is no answer, and what comes nearest"),
    _local("repl.spying:trace", ("trace",), "Show every goal of the queries that come with its depth: as it is called, "
          "left, asked for more, and when it has failed. At each port a key tells how to go on: c or Enter creep to "
          "the next, l leap to what is spied, s skip what is inside, r retry the goal, f let it fail, a abort, h help.",
          "trace.", "follow queries step by step; notrace. ends it"),
    _local("repl.spying:notrace", ("notrace",), "Show no goals any more but those that are spied."),
    _local("repl.spying:spy", ("spy(Name/N)",), "Show the goals of a relation in the queries that come.",
          "spy(name/N).", "follow the goals of a relation; nospy(name/N)."),
    _local("repl.spying:nospy", ("nospy(Name/N)",), "Show the goals of a relation no more."),
    _local("repl.spying:nodebug", ("nodebug",), "Show no goals any more, at all ports again when they are."),
    _local("repl.spying:visible", ("visible(Ports)",), "Show goals at these ports only: visible([call, fail]), "
          "visible(-redo), visible(all).", "visible(Ports).", "at which ports: visible([call, fail])."),
    _local("repl.spying:leash", ("leash(Ports)",), "Wait for a key at these ports only, and print the others: "
          "leash(call), leash([]).", "leash(Ports).", "at which of them to wait for a key: leash(call)."),
    Command("w", prompt=Prompt("repl.session:Session.again", "Write the last answer whole.", (),
                               ("w", "write the last answer whole; p shortens it again"))),
    SHOW,
    _local("repl.dispatch:leave", ("halt",), "Leave; so does Ctrl-D.", "halt.", "leave; so does Ctrl-D"),
)
