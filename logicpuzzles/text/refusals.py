"""What Prolog has and the query language leaves out, with what to write instead."""

from __future__ import annotations

CUT = (
    "say what the cut stands for: `A \\= B` or dif(A, B) in the clause that it protects, once(Goal) for the first "
    "answer, or (Condition -> Then ; Else)"
)
_ASSERT = "a rule file states what is true once and for all; give what changes as an argument, or use findall"
_OUTPUT = "rule files do not write; the session prints the answers, and show(State) draws"
_INPUT = "rule files do not read; state it as facts"
_FILES = "load several files side by side, as in `logicpuzzles query one two 'goal'`"
_OUTSIDE = "rule files run nothing outside and know nothing of the machine"
_KNOWN = "its answer would change when the unknown gets a value; say what holds with `=` and dif"
_ALL = "write findall(X, Goal, List), or aggregate_all(set(X), Goal, List) for each once and in order"
_STATE = "goals have no state; give it as an argument"
_MODEL = "write the constraints as a model in a Python rule file, or enumerate with between/3 and permutation/2"
_CHANCE = "rules have no chance in them; `logicpuzzles deal` makes random starts"
_ERRORS = "goals answer or fail; wrong arguments are reported by themselves"
_GRAMMAR = "write the grammar as clauses over lists, with append/3"
_TEXT = "texts are atoms: atom_chars/2 takes them apart and makes them, atom_length/2 measures them"
_RULES = "goals do not look at clauses; listing(name/N). and help(name). in the session do"
_TRACE = "ask why(Goal). or whynot(Goal). in the session"
_WAIT = "`\\=`, dif, comparisons and `is` wait by themselves until they know enough"
_LIMIT = "limit the answers where they are asked, with --limit, or write once(Goal)"
_BITS = "write it with * ** // and mod"
_LAMBDA = "state what it says as a relation, and give maplist the name; for numbers write // 2 ** N"

REFUSED: dict[str, str] = {
    name: hint
    for hint, names in {
        CUT: "!",
        "write (Condition, Then ; \\+ Condition, Else)": "*->",
        _GRAMMAR: "--> phrase call_dcg",
        _ASSERT: "assert asserta assertz retract retractall abolish recorda recordz recorded erase",
        _OUTPUT: "write writeln write_ln writeq writef print nl tab format put_char put_byte portray_clause "
        "write_canonical write_term print_message with_output_to flush_output tell told",
        _INPUT: "read read_term get_char peek_char get_byte see seen open close exists_file exists_directory "
        "delete_file directory_files working_directory current_input current_output set_input set_output "
        "read_line_to_string read_line_to_codes read_term_from_atom read_file_to_terms stream_property",
        _FILES: "consult load_files ensure_loaded use_module module reexport",
        _OUTSIDE: "shell system exec process_create getenv setenv unsetenv thread_create thread_send_message py_call "
        "use_foreign_library get_time statistics garbage_collect prolog_load_context",
        _KNOWN: "var nonvar attvar copy_term numbervars =@= \\=@= term_variables ?=",
        _ALL: "setof bagof ^ findnsols",
        _STATE: "nb_setval nb_getval nb_current b_setval b_getval flag gensym reset_gensym setarg nb_setarg",
        _MODEL: "#= #\\= #< #> #=< #>= #<==> #==> #\\/ #/\\ .. in ins label labeling all_different all_distinct sum "
        "tuples_in",
        _ERRORS: "catch catch_with_backtrace throw must_be assertion call_cleanup setup_call_cleanup",
        _CHANCE: "random random_between random_member random_permutation set_random",
        _TEXT: "atom_codes number_codes char_code atom_number sub_atom atom_concat atomic_list_concat atom_string "
        "number_string string string_concat string_chars string_codes string_length string_to_atom sub_string "
        "split_string term_to_atom atom_to_term term_string upcase_atom downcase_atom text_concat",
        _RULES: "clause current_op current_predicate predicate_property listing",
        _TRACE: "trace notrace spy nospy debug nodebug gtrace",
        _WAIT: "freeze frozen when",
        _LIMIT: "limit offset call_nth order_by distinct",
        _BITS: "<< /\\ \\/ xor \\",
        _LAMBDA: ">>",
        "leave the session with halt. or Ctrl-D": "halt",
        "the operators are fixed; write it as name(X, Y)": "op",
        "write between(1, N, _)": "repeat",
    }.items()
    for name in names.split()
}
_DIRECTIVES = {
    **dict.fromkeys(("use_module", "ensure_loaded", "include", "consult", "load_files", "reexport", "[]"), _FILES),
    "set_prolog_flag": 'text in "double quotes" is an atom, and there is no other flag',
    "style_check": "leave it out; a variable whose name begins with `_` may stand once",
    "multifile": "leave it out: a relation is stated in one file",
    "begin_tests": "begin_tests takes the name alone",
    **dict.fromkeys(("if", "elif", "else", "endif"), "leave it out: there is one system here"),
}
_RUN = "a rule file runs nothing when it is loaded: leave it out, and ask `logicpuzzles query FILE 'goal'`"


def refusal(name: str, arity: int) -> str | None:
    """What to write instead of `name`; None for a name that Prolog does not have either."""
    return REFUSED.get(name)


def directive_refusal(name: str) -> str:
    """What to write instead of a directive."""
    return _DIRECTIVES.get(name) or (REFUSED[name] if name == "op" else _RUN)
