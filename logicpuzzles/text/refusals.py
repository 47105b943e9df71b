"""What Prolog has and the query language leaves out, with what to write instead."""

from __future__ import annotations

_ASSERT = "a rule file states what is true once and for all; give what changes as an argument, or use findall"
_OUTPUT = "write, print, writeln, nl, tab and format print; show(State) draws in the session"
_INPUT = "rule files do not read; state it as facts"
_FILES = "load several files side by side, as in `logicpuzzles query one two 'goal'`"
_OUTSIDE = "rule files run nothing outside and know nothing of the machine"
_KNOWN = "its answer would change when the unknown gets a value; say what holds with `=` and dif"
_ALL = "write findall, bagof or setof(X, Goal, List), or aggregate_all(set(X), Goal, List)"
_STATE = "goals have no state; give it as an argument"
_CHANCE = "rules have no chance in them; `logicpuzzles deal` makes random starts"
_ERRORS = "write catch(Goal, Ball, Recovery) and throw(Ball); wrong arguments are reported by themselves"
_TEXT = "texts are atoms: atom_concat, sub_atom, atom_chars and atom_codes take them apart and make them"
_RULES = "goals do not look at clauses; listing(name/N). and help(name). in the session do"
_TRACE = "ask trace. or spy(name/N)., why(Goal). or whynot(Goal). in the session"
_WAIT = "what waits is shown with the answer"
_LIMIT = "limit the answers where they are asked, with --limit, or write once(Goal)"
_SET = "an ordered set is a list: sort/2, then ord_union, ord_subtract, ord_memberchk, ord_add_element"
_PAIRS = "keep it in an assoc: list_to_assoc, get_assoc and put_assoc"
_PARTS = "write functor(Term, Name, Arity), arg(N, Term, X) or Term =.. [Name | Args]"
_SECONDS = "every query has a limit: --limit-seconds and --limit-memory, or ask(..., seconds=1) in Python"
_SESSION = "it is a command of the session: `logicpuzzles repl FILES`"
_NEITHER = "in sat(A # B) it is either, not both; a constraint is written as in X #= 3"
_DENIED = "a negation is written \\+ Goal; in sat(~A) it is one of truth values"
_WHOLE = "numbers are integers and fractions: write // and mod, or rdiv; tenths, cents or the like as whole numbers"

_CHANGING = "assert asserta assertz retract retractall abolish recorda recordz recorded erase instance"
_KEEPING = "nb_setval nb_getval nb_current b_setval b_getval flag gensym reset_gensym setarg nb_setarg"
_PRINTING = (
    "write_ln writef put_byte print_message print_message_lines put put_code display ansi_format with_output_to tell "
    "told message_to_codes portray_text sformat"
)
# A file loads with them, but what calls them cannot be asked.
TOLERATED = frozenset([*_CHANGING.split(), *_KEEPING.split(), *_PRINTING.split(), "halt"])
REFUSED: dict[str, str] = {
    name: hint
    for hint, names in {
        _ASSERT: _CHANGING,
        _OUTPUT: _PRINTING,
        _INPUT: "read read_term get_char peek_char get_byte see seen open close exists_file exists_directory "
        "delete_file directory_files working_directory current_input current_output set_input set_output "
        "read_line_to_string read_line_to_codes read_term_from_atom read_file_to_terms stream_property get get0 "
        "get_code peek_code skip get_single_char prompt read_string read_term_from_chars set_stream at_end_of_stream "
        "is_stream absolute_file_name file_base_name file_directory_name file_name_extension tmp_file cd pwd ls chdir "
        "char_conversion",
        _FILES: "consult load_files ensure_loaded use_module module reexport qcompile",
        _OUTSIDE: "shell system exec process_create getenv setenv unsetenv thread_create thread_send_message py_call "
        "use_foreign_library get_time statistics garbage_collect prolog_load_context sleep set_prolog_flag "
        "current_prolog_flag prolog_flag thread_join thread_get_message message_queue_create create_prolog_flag "
        "mutex_create with_mutex garbage_collect_atoms trim_stacks prolog_stack_property tty_size profile",
        _KNOWN: "var nonvar attvar numbervars ?= nonground "
        "subsumes_chk unifiable same_term duplicate_term get_attr put_attr del_attr term_attvars",
        _ALL: "aggregate",
        _STATE: _KEEPING,
        _ERRORS: "catch_with_backtrace must_be assertion call_cleanup setup_call_cleanup",
        _CHANCE: "random random_between random_member random_permutation set_random random_select random_subset "
        "random_labeling randseq randset setrand getrand",
        _TEXT: "string term_to_atom atom_to_term term_string name string_code text_to_string "
        "text_concat concat_atom atomic_concat normalize_space",
        _RULES: "clause current_op current_predicate predicate_property listing",
        _TRACE: "trace notrace spy nospy debug nodebug gtrace leash visible",
        _WAIT: "frozen call_residue_vars",
        _SET: "is_ordset ord_insert ord_seteq ord_symdiff ord_disjoint",
        _PAIRS: "pairs_assoc dict_pairs get_dict put_dict rb_new rb_insert rb_lookup",
        _PARTS: "compound_name_arguments compound_name_arity genarg nb_arg",
        _NEITHER: "#",
        _DENIED: "~",
        _SECONDS: "call_with_time_limit call_with_depth_limit call_with_inference_limit alarm",
        _SESSION: "show why whynot help apropos make time edit exit quit",
        _WHOLE: "float",
        "write `=`: it never makes a term that holds itself": "unify_with_occurs_check acyclic_term cyclic_term",
        "write forall(Condition, Goal)": "foreach",
        "write call(Goal, X, ...)": "apply",
        "write `\\+`: it waits for the table by itself": "tnot not_exists",
        "`logicpuzzles test FILE` runs the tests of a file": "run_tests load_test_files",
        _LIMIT: "limit offset order_by distinct",
        "leave the session with halt. or Ctrl-D": "halt",
        "write it as a directive at the top of the file: `:- op(700, xfx, likes).`": "op",
        "write it as a directive at the top of the file, such as `:- dynamic p/1.`": "dynamic discontiguous multifile",
        "leave it out: tables are kept for each query anew": "abolish_all_tables",
        "write between(1, N, _)": "repeat",
    }.items()
    for name in names.split()
}
# Under other names in Prolog syntax than in Python.
_IN_PYTHON = {
    "eq": "X = Y",
    "neq": "dif(X, Y), or X \\= Y",
    "lall": "Goal, Goal",
    "lany": "Goal ; Goal",
    "conde": "(Goal, Goal ; Goal, Goal)",
    "succeed": "true",
    "fresh": "any name with a capital letter",
    "ifte": "(Condition -> Then ; Else)",
    "naf": "\\+ Goal",
    "identical": "X == Y",
    "project": "is, or a comparison",
    "interleave": "Goal ; Goal",
    "add": "Z is X + Y, or plus(X, Y, Z)",
    "sub": "Z is X - Y, or plus(Y, Z, X)",
    "mul": "Z is X * Y",
    "lt": "X < Y",
    "lte": "X =< Y",
    "gt": "X > Y",
    "gte": "X >= Y",
    "betweeno": "between(Low, High, X)",
    "membero": "member(X, List)",
    "appendo": "append(Front, Back, List)",
    "conso": "List = [X | Rest]",
    "heado": "List = [X | _]",
    "tailo": "List = [_ | Rest]",
    "nullo": "List = []",
    "itero": "is_list(List)",
    "lengtho": "length(List, N)",
    "permuteo": "permutation(List, Other)",
    "permuteq": "permutation(List, Other)",
    "selecto": "select(X, List, Rest)",
    "rembero": "( select(X, List, Rest) -> true ; Rest = List )",
    "ntho": "nth0(Index, List, X)",
    "seto": "nth0(Index, List, _, Rest), nth0(Index, Other, X, Rest)",
    "swapo": "nth0/3 for both values, then nth0/4 to put each in the place of the other",
}
REFUSED.update({name: f"in Prolog syntax it is {meant}" for name, meant in _IN_PYTHON.items()})
DIRECTIVES = {  # what to write instead of a directive
    **dict.fromkeys(("use_module", "ensure_loaded", "include", "consult", "load_files", "reexport", "[]"), _FILES),
    "set_prolog_flag": "leave it out: double_quotes may be atom, codes or chars, prefer_rationals true or false, and "
    "no other flag changes what a text means",
    "begin_tests": "begin_tests takes the name alone",
    **dict.fromkeys(("if", "elif", "else", "endif"), "leave it out: there is one system here"),
}
ANY_DIRECTIVE = "a rule file runs nothing when it is loaded: leave it out, and ask `logicpuzzles query FILE 'goal'`"
