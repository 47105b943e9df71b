"""How the documentation is built: `make docs` makes docs/_build/html, which is read without a network."""

import logicpuzzles
from logicpuzzles.logic.relations import Predicate
from logicpuzzles.search import STRATEGIES

project = "logicpuzzles"
author = "The logicpuzzles authors"
copyright = author
release = version = logicpuzzles.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"logicpuzzles {release}"
html_show_copyright = False

myst_enable_extensions = ["deflist", "substitution"]
myst_substitutions = {
    "strategies": "\n".join(
        ["| strategy | looks at states | first solution |", "|---|---|---|"]
        + [f"| `{name}` | {strategy.order} | {strategy.first} |" for name, strategy in STRATEGIES.items()]
    )
}
myst_heading_anchors = 3
napoleon_google_docstring = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
add_module_names = False
python_use_unqualified_type_names = True
suppress_warnings = ["misc.highlighting_failure"]  # a console block shows output too, which no lexer knows


def head_examples(app, what, name, obj, options, lines):
    """Put the heading Examples before a doctest that follows a section, which would take its lines for items."""
    sections = [at - 1 for at, line in enumerate(lines) if at and line and not line.strip("-")]
    if sections and lines[sections[-1]] != "Examples":
        after = [at for at, line in enumerate(lines) if at > sections[-1] and line.startswith(">>> ")]
        if after:
            lines[after[0] : after[0]] = ["Examples", "--------"]


def show_arguments(app, what, name, obj, options, lines):
    """Put the call of a relation, with its arguments in order, before what is said of it."""
    if isinstance(obj, Predicate):
        lines[:0] = [f"``{obj.usage()}``", ""]


def setup(app):
    app.connect("autodoc-process-docstring", show_arguments, priority=300)
    app.connect("autodoc-process-docstring", head_examples, priority=400)  # before napoleon, which reads the sections
