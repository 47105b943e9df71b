"""The libraries that other Prolog systems have: which a text may name, and what to write instead of the others."""

from __future__ import annotations

from ..wording import closest
from .syntax.nodes import Constant, Listed, Node, indicator_of, parts

# A text may name them: what it uses of them is part of the language, or told of where it is called.
_NAMES = (
    "aggregate ansi_term apply apply_macros archive arithmetic assoc atom backcomp base32 base64 bounds "
    "broadcast c14n2 cgi charsio check check_installation checklast checkselect chr clp_distinct "
    "clp_events clpb clpfd clpq clpr codesio coinduction console_input crypt crypto csv ctypes date "
    "dcg/basics dcg/high_order debug dialect dicts dif doc_files doc_http doc_latex double_metaphone "
    "edinburgh edit editline error explain fastrw files filesex gensym git hash_stream hashtable heaps "
    "help hotfix inclpr increval intercept iostream iso_639 isub lazy_lists listing lists lynx/format "
    "lynx/html_style lynx/html_text lynx/pldoc_style main make mallocinfo md5 memfile modules mqi "
    "nb_rbtrees nb_set obfuscate occurs operators option optparse ordsets oset pairs paxos pcre "
    "pdt_console pengines pengines_io pengines_sandbox persistency pio pldoc plunit porter_stem "
    "portray_text pprint predicate_options process protobufs pure_input pwp qpforeign qsave "
    "quasi_quotations quintus random rbtrees readline readln readutil record redis redis_streams "
    "rewrite_term rlimit saml sandbox sched settings sgml sgml_write sha shell shlib simplex snowball "
    "socket solution_sequences sort ssl statistics stomp streaminfo streampool streams strings sweep_link "
    "syslog system table table_util tables tabling term_to_json terms test_cover test_wizard thread "
    "thread_pool threadutil time tty udp_broadcast ugraphs uid unicode unicode/blocks "
    "unicode/unicode_data unix uri url utf8 uuid varnumbers vm wfs when writef www_browser xmldsig xmlenc "
    "xpath xsdp_types yall yaml zip zlib "
)
KNOWN = frozenset(_NAMES.split())
_FAMILIES = frozenset(["http", "semweb", "pldoc", "protobufs", "prolog_"])  # what their names begin with
_OVER_INTEGERS = "constraints are those over integers and truth values: write use_module(library(clpfd))"
_INSTEAD = {
    "chr": "write the rules as clauses",
    **dict.fromkeys(("clpr", "clpq", "clp", "simplex", "nb_set", "inclpr"), _OVER_INTEGERS),
}


def names_libraries(node: Node) -> bool:
    """Whether `node` names a library that a text may name, or a list of such."""
    if type(node) is Listed and node.rest is None:
        return all(map(names_libraries, node.items))
    name = name_of(node)
    if name is None or name in _INSTEAD:
        return False
    return name in KNOWN or any(name.startswith(family) for family in _FAMILIES)


def name_of(node: Node) -> str | None:
    """The name in ``library(dcg/basics)``; None for what names no library."""
    if indicator_of(node) != ("library", 1):
        return None
    path = node.args[0]
    pieces = path.args if indicator_of(path) == ("/", 2) else [path]
    named = [piece.value if type(piece) is Constant else None for piece in pieces]
    if not all(isinstance(piece, str) for piece in named):
        return None
    return "/".join(map(str, named)).removeprefix("clp/")


def advice(node: Node) -> str | None:
    """What to write instead of `node`, which names no library that a text may name; None where that is not known."""
    for part in parts(node) if type(node) is Listed else [node]:
        name = name_of(part)
        if name in _INSTEAD:
            return _INSTEAD[name]
        if name is not None and name not in KNOWN:
            close = closest(name, KNOWN)
            return f"did you mean library({close})?" if close else "leave it out: there is no such library"
        if type(part) is Constant and part.value in KNOWN:
            return f"if the library is meant, write library({part.value})"
    return None
