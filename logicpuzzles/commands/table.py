"""The table of the commands of the command line; the session has some of them, and others: `session_table.py`.

The functions are named, not imported: what they need takes time, and `--help` needs none of it.
"""

from __future__ import annotations

from dataclasses import replace

from ..limits import SECONDS
from .command import FILE, FLAG, NEW_FILE, TEXT, Argument, Command, Prompt, Shell, count, seconds, size

NAME = Argument("name", flags=())  # of a rule file: the function gets the file, whose parameters become options
NODES = Argument("limit_nodes", "Stop after N states.", count(1), metavar="N")
TIME = Argument("limit_seconds", "Stop after S seconds.", seconds, metavar="S")
MEMORY = Argument("limit_memory", "Hold at most SIZE, such as 500MB.", size, metavar="SIZE")
COST = Argument("limit_cost", "Stop where every solution costs more than N.", count(0), metavar="N")
LIMITS = (NODES, TIME, MEMORY)  # of a search, whose function gets `limits` and `progress` instead
_ENGINES = ("search:ENGINES", "models.engines:ENGINES")
SVG = Argument("svg", "Draw it into FILE as a picture, in SVG.", NEW_FILE, metavar="FILE")
HTML = Argument("html", "Write it into FILE as a page for a browser, which needs no network.", NEW_FILE, metavar="FILE")
STORE = Argument("store", "Keep it in FOLDER, or at a URL, layer by layer; what is there already is not done again.",
                 TEXT, metavar="FOLDER")  # fmt: skip
DASK = Argument("dask", "Share it with the workers of the Dask cluster at ADDRESS, such as tls://10.0.0.7:8786; it is "
                "trusted like this machine, since what it answers can run code here.", metavar="ADDRESS")  # fmt: skip
TRUST = Argument("trust", "Take a cluster on another machine without tls://, where only yours can be reached.", FLAG)
JSON = Argument("as_object", "Print one JSON object.", FLAG, flags=("--json",))
_QUERY_MEMORY = Argument("memory", MEMORY.help, size, metavar="SIZE", flags=("--limit-memory",))


def sharing(help: str) -> tuple[Argument, ...]:
    """Who shares the work: the function gets `workers`, a number or the address of a cluster."""
    return Argument("workers", help, count(1), metavar="N"), DASK, TRUST


def query_limits(help: str) -> tuple[Argument, Argument]:
    """The limits of a query on time and memory."""
    flags = ("--limit-seconds", "--seconds")
    return Argument("seconds", help, seconds, SECONDS, metavar="S", flags=flags), _QUERY_MEMORY


QUERY_ENGINE = Argument("engine", "What answers; auto begins with reference.", ("text.engines:ENGINES",), "auto")

_BY_PARTS = sharing("Explore by N threads [all cores; with --store 1].")

# fmt: off
SHOW = Command(
    "show",
    Shell("cli.inspecting:show", "What a rule file says: its documentation, relations, and boards.",
          (NAME, TIME, MEMORY,
           replace(SVG, help="Draw the start of a puzzle, or a model with what is given, into FILE, in SVG."),
           replace(HTML, help="Write all of it into FILE as a page for a browser.")), "What a rule file says, drawn."),
    Prompt("repl.session:show_relation", "Draw State, a state of a puzzle or a solution of a model that is loaded.",
           (),  # a relation: it may stand among other goals
           ("show(State).", "draw a state, or a solution: start(S), show(S).")),
)
LISTING = Command(
    "listing",
    Shell({"puzzle": "cli.inspecting:listing"}, "Print the rewrite rules that the move relation compiles to.",
          (NAME, TIME, MEMORY), "Print the rewrite rules it compiles to.", "has no rewrite rules"),
    Prompt("repl.helping:listing", "Print the clauses of a relation, or the code that they compile to; without one, "
           "what is loaded.", ("listing", "listing(Name/N)", "listing(Name/N, code)"),
           ("listing.", "what is loaded; listing(name/N). prints the clauses")),
)
_LIST = Shell("cli.inspecting:list_files", "List the rule files that can be used by name.")
_QUERY = Shell(
    "cli.query:query",
    """Ask rule files in Prolog syntax: query seven 'neighbor(0, X)'.

    The last argument is the query, unless --file gives some; a single - reads
    queries from standard input, each ended by a full stop. What can be asked:
    the relations of the rule files, start(S), goal(S), path(S, Moves),
    depth(S, N), hardest(S, N) and more of a puzzle, and what Prolog has for
    lists and numbers. Of several rule files, six:neighbor(0, X) asks one.

    Exit code 0: every query has an answer; 1: one has none; 2: one is wrong;
    3: one was stopped by a limit. After a wrong one the next are asked too.
    """,
    (Argument("words", metavar="[NAME]... QUERY", flags=(), many=True),
     Argument("file", "Ask what this file asks; - is standard input.", FILE),
     Argument("limit", "Stop after N answers.", count(1), metavar="N"),
     Argument("only_count", "Print how many answers there are.", FLAG, flags=("--count",)),
     Argument("given", "The value of a parameter of the rule files.", TEXT, None, "NAME=VALUE", ("--set",), many=True),
     *query_limits("Stop a query after S seconds."), QUERY_ENGINE,
     replace(JSON, help="Print one JSON object for each query.")),
    tells=True,
)
_REPL = Shell(
    "cli.query:repl",
    """Ask rule files in an interactive session, in Prolog syntax.

    FILES are rule files to begin with. In the session help. tells what there
    is. Where there is no terminal, it reads queries without prompts or colours; a
    line that is a single ; asks for the next answer.
    """,
    (Argument("files", flags=(), many=True),
     *query_limits("Stop a query, or the loading of a file, after S seconds."), QUERY_ENGINE),
)
_SOLVE = Shell(
    {"puzzle": "cli.solving:solve_puzzle", "model": "cli.models:solve_model"},
    """Find a shortest solution, from START or the start of the rule file.

    A state such as START is written 0,7,2,1,4,3,6,5 with commas or spaces, in
    brackets or not, or 07214365 where every value is one character. A model
    has no START; its parameters are options. If one of them is a grid, its text
    may stand for START, as in logicpuzzles solve sudoku LINE.
    """,
    (NAME,
     Argument("start", flags=(), many=True),
     Argument("goal", "Another goal than that of the rule file.", metavar="STATE"),
     Argument("all_solutions", "Every shortest solution; of a model every solution.", FLAG, flags=("--all",)),
     Argument("only_count", "How many these are.", FLAG, flags=("--count",)),
     Argument("any_solution", "Any solution fast, then better ones until a limit or Ctrl-C, and how far the best of "
              "them is from a shortest at most.", FLAG, flags=("--any",)),
     Argument("minimize", "Of a model: a solution with the least of EXPR, such as '2*A + B', and the proof that it is.",
              metavar="EXPR"),
     Argument("maximize", "The same with the greatest.", metavar="EXPR"),
     Argument("strategy", "How to search for moves.", ("auto", "search:STRATEGIES"), "auto"),
     Argument("engine", "What to search with; those after compiled are for models.", _ENGINES, "auto"),
     Argument("bound", "Which lower bound. GROUPS are of values, such as '1 2 3 / 4 5 6'; their tables are built.",
              metavar="derived|distance|none|GROUPS"),
     Argument("bound_memory", "Tables of a derived bound take at most SIZE [256MB].", size, metavar="SIZE"),
     *LIMITS, COST,
     *sharing("Search on N cores where a search lasts [all]."),
     Argument("verify", "Replay the solution through the relation of the rule file.", FLAG),
     Argument("boards", "How many boards to draw.", ("some", "all", "none"), "some"),
     replace(HTML, help="Write a page into FILE: the moves to be played, all boards, how they were found."),
     replace(SVG, help="Draw the board that the solution ends with into FILE, or the solution of a model."),
     JSON),
    "Find a shortest solution, all of them, or their number.", "is not solved by this command",
)
_EXPLORE = Shell(
    {"puzzle": "cli.explore:explore_puzzle", "game": "cli.explore:explore_game"},
    """Count all states by the fewest moves from them to a goal, and show the hardest.

    Of a deduction game: play a strategy against every secret, and count the
    secrets by the questions they take.
    """,
    (NAME,
     Argument("from_start", "Every state that the start reaches, by its moves from the start.", FLAG),
     Argument("up_to_symmetry", "Count orbits too: states that symmetries map to each other as one.", FLAG),
     Argument("hardest", "Show N of the hardest [8; JSON: 100].", count(0), metavar="N"),
     replace(HTML, help="Write a page into FILE: bars that open boards, the hardest; of a game its tree."),
     Argument("strategy", "Of a deduction game: which guesses [entropy].", ("games.strategies:NAMES",)),
     STORE, *_BY_PARTS, *LIMITS, JSON),
    "Count all states by how far they are from a goal.", "has no states to explore",
)
_DEAL = Shell(
    {"puzzle": "cli.explore:deal"},
    """Deal a random state from which a goal is just so many moves away.

    The last line is the state as text, ready to be given to `solve`.
    """,
    (NAME,
     Argument("depth", "The fewest moves to a goal [the most there are].", count(0), metavar="N"),
     Argument("seed", "The same state each time for the same number.", count(0), metavar="N"),
     STORE, *_BY_PARTS, *LIMITS, replace(HTML, help="Write the state into FILE as a page."),
     replace(SVG, help="Draw the state into FILE, in SVG."), JSON),
    "Deal a random state that needs so many moves.", "has no states to deal",
)
_BATCH = Shell(
    {"puzzle": "cli.batch:batch", "model": "cli.batch:batch"},
    """Solve many: each start in a file, or what each line gives to a model, such as one sudoku.

    A line of FILE is a START as for `solve`, or the one parameter of a model.
    A first line with names (start, goal, id, parameters, a model's variables)
    makes FILE a table with commas, semicolons or tabs; a file that ends with
    .jsonl has lists or objects. Empty lines, and those that begin with #, are left out.

    Each result is one line of JSON, in the order of FILE. With --to they are
    appended to a file as they come, and the same command goes on after the
    last whole line where it was stopped. Limits are those of each.

    Exit code 0: each has a solution; 1: one has none; 2: a line is wrong;
    3: one was stopped by a limit.
    """,
    (NAME,
     Argument("starts", "What to solve; - is standard input.", metavar="FILE"),
     Argument("deal", "Solve COUNT states that are dealt.", count(1), metavar="COUNT"),
     Argument("depth", "Deal states so many moves from a goal [the most].", count(0), metavar="N"),
     Argument("seed", "Of the first that is dealt; the next has the next number [0].", count(0), metavar="N"),
     Argument("to", "Append the results to FILE, and go on after those that it has.", NEW_FILE, metavar="FILE"),
     Argument("unique", "Of a model: whether a solution is the only one.", FLAG),
     Argument("minimize", "Of a model: the least of EXPR, as for solve.", metavar="EXPR"),
     Argument("maximize", "The same with the greatest.", metavar="EXPR"),
     Argument("strategy", "How to search for moves.", ("auto", "search:STRATEGIES"), "auto"),
     Argument("engine", "What to search with; those after compiled are for models.", _ENGINES, "auto"),
     Argument("bound", "Which lower bound, as for solve.", metavar="derived|distance|none|GROUPS"),
     NODES, Argument("each_seconds", "Stop each after S seconds.", seconds, metavar="S", flags=("--limit-seconds",)),
     MEMORY, COST,
     *sharing("Solve in N processes at the same time [1].")),
    "Solve many starts, or many givens of a model.", "has nothing to solve",
)
_PLAY = Shell(
    {"puzzle": "cli.byhand.begin:play_puzzle", "model": "cli.byhand.begin:play_model", "game": "cli.players:play"},
    """Play by hand: move the pieces of a puzzle, fill in a model, or guess in a deduction game.

    A puzzle begins at START, or at the start of the rule file. At a terminal it
    takes the whole screen: type a move, click on a piece, or slide it with an
    arrow key; a model is filled in by typing values for the cell that is
    selected. Elsewhere each line is a move or a command; help tells them all.
    Limits are those of each hint.

    Of a deduction game, with --guesser me it is you who guesses, and the program answers; with
    --guesser you the program guesses, and you answer.
    """,
    (NAME,
     Argument("start", flags=(), many=True),
     Argument("guesser", "Of a game, who guesses: me, or you, program [me].", ("me", "you")),
     Argument("strategy", "Of a game, how the program chooses its guesses [entropy].", ("games.strategies:NAMES",)),
     *LIMITS),
    "Play a puzzle, a model or a game by hand.", "is not played",
)
_CHECK = Shell("cli.checking:check",
               "Check a rule file: what it holds, what was proved, and whether the start reaches the goal.",
               (NAME, TIME, MEMORY), "Check a rule file and tell what it holds.")
_TEST = Shell(
    "cli.checking:test",
    """Run the tests in rule files in Prolog text.

    They stand between begin_tests and end_tests.

    FILES are paths, names, or folders. Exit code 1 if a test fails, 2 if a file is wrong,
    3 if reading one was stopped by a limit.
    """,
    (Argument("files", flags=(), many=True, required=True),
     *query_limits("Stop a test, or the reading of a file, after S seconds.")),
)

_SERVE = Shell(
    "workbench.serving:serve",
    """Open the workbench: a page in the browser where rules are written, asked, searched with and played.

    FILES are rule files, by name or path: the page shows these and those that
    come with the package, and saves only these, and only Prolog text. The page is for
    this machine alone, at an address that nobody else knows; Ctrl-C ends it.
    """,
    (Argument("files", flags=(), many=True),
     Argument("port", "Listen at port N; 0 is a free one.", count(0), 0, metavar="N"),
     Argument("no_browser", "Only print the address.", FLAG)),
    "Open the workbench, a page in the browser.",
)
_CACHE = Shell(
    "cli.caching:cache",
    """Show what is kept between runs in the user's cache folder, or remove it.

    Lower bounds, trees of deduction games and compiled kernels are kept there.
    All of it may go at any time: it is made again when it is needed. What would
    be removed is shown, and removed with --yes; other files are never touched.
    """,
    (Argument("remove", "Remove the file of this name, or all of bounds, trees, kernels.", metavar="NAME", many=True),
     Argument("remove_all", "Remove all that the package has put there.", FLAG),
     Argument("yes", "Remove what else would only be shown.", FLAG),
     JSON),
    "Show or remove what is kept between runs.",
)

# In the order of their help; what stands here alone is not in the session.
ON_THE_COMMAND_LINE = (
    Command("list", _LIST), SHOW, Command("query", _QUERY), Command("repl", _REPL), Command("solve", _SOLVE),
    Command("batch", _BATCH),
    Command("explore", _EXPLORE), Command("deal", _DEAL), Command("play", _PLAY), Command("check", _CHECK), LISTING,
    Command("test", _TEST), Command("serve", _SERVE), Command("cache", _CACHE),
)
