"""What is shown of a rule file: its documentation, what it declares, and its relations."""

from __future__ import annotations

from ..commands.layout import called, first_line, own
from ..drawing.page_parts import Facts, Part, Words
from ..rulefile.rulebook import RuleFile
from ..wording import heading
from .shown import Contents, contents


def shown(rulefile: RuleFile) -> Contents:
    """Its documentation, its boards, and its relations."""
    declared = contents(rulefile.declared) if rulefile.kind else Contents("", ())
    title = heading(rulefile.doc, rulefile.name)
    parts: list[Part] = [Words(rulefile.doc.strip().removeprefix(title).strip("\n"), is_running=True)]
    parts += [part for part in declared.parts if not (isinstance(part, Words) and rulefile.kind == "model")]
    if rulefile.kind != "model":  # whose variables are told
        relations = own(rulefile).items()
        rows = [(called(key, relation), first_line(relation.__doc__)) for key, relation in relations]
        parts.append(Facts(rows, "Relations"))
    return Contents(title, parts, declared.values)
