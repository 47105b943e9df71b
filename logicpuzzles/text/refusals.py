"""What Prolog has and the query language leaves out, with what to write instead."""

from __future__ import annotations

CUT = (
    "say what the cut stands for: `A \\= B` or dif(A, B) in the clause that it protects, once(Goal) for the first "
    "answer, or (Condition -> Then ; Else)"
)
_ASSERT = "a rule file states what is true once and for all; give what changes as an argument, or use findall"
_OUTPUT = "rule files do not write; the session prints the answers, and show(State) draws"
_INPUT = "rule files do not read; state it as facts"
_KNOWN = "its answer would change when the unknown gets a value; say what holds with `=` and dif"
_ALL = "write findall(X, Goal, List), or aggregate_all(set(X), Goal, List) for each once and in order"
_STATE = "goals have no state; give it as an argument"
_MODEL = "write the constraints as a model in a Python rule file, or enumerate with between/3 and permutation/2"
_CHANCE = "rules have no chance in them; `logicpuzzles deal` makes random starts"
_ERRORS = "goals answer or fail; wrong arguments are reported by themselves"

_ANY: dict[str, str] = {
    name: hint
    for hint, names in {
        CUT: "!",
        "write (Condition, Then ; \\+ Condition, Else)": "*->",
        "write the grammar as clauses over lists, with append/3": "-->",
        _ASSERT: "assert asserta assertz retract retractall abolish",
        _OUTPUT: "write writeln writeq print nl tab format put_char portray_clause write_canonical write_term",
        _INPUT: "read read_term get_char see open close consult include load_files",
        _KNOWN: "var nonvar attvar copy_term =@= \\=@= term_variables",
        _ALL: "setof bagof ^ findnsols",
        _STATE: "nb_setval nb_getval b_setval b_getval flag gensym setarg nb_setarg",
        _MODEL: "#= #\\= #< #> #=< #>= ins in label labeling all_different all_distinct sum",
        _ERRORS: "catch throw must_be assertion setup_call_cleanup",
        _CHANCE: "random random_between random_member random_permutation",
        "leave the session with halt. or Ctrl-D": "halt",
        "the operators are fixed": "op",
        "use atom_chars/2": "atom_codes number_codes atom_number sub_atom atom_concat",
        "write between(1, N, _)": "repeat",
        "rule files run nothing outside": "shell",
    }.items()
    for name in names.split()
}


def refusal(name: str, arity: int) -> str | None:
    """What to write instead of `name`; None for a name that Prolog does not have either."""
    return _ANY.get(name)
