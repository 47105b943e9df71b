"""How the documentation is built: `make docs` makes docs/_build/html, which is read without a network."""

import logicpuzzles
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
