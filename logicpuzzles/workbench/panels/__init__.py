"""The panels of the page: a new one is a file here and its line in the table.

Each file has a function `build(tab)`, called when its panel is first shown, which makes its elements. It hears of
other rules by `tab.on_rules`, runs what may last by `tab.work`, and shows what went wrong in a `parts.Message`.
"""

PANELS = {
    "Rules": "workbench.panels.rules:build",
    "Board": "workbench.panels.board:build",
    "Ask": "workbench.panels.ask:build",
    "Whole space": "workbench.panels.space:build",
    "Models": "workbench.panels.models:build",
    "Games": "workbench.panels.games:build",
}
