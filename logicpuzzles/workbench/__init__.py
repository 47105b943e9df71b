"""The workbench: a page on this machine where rules are written, asked, searched with and played.

Begin reading at `serving.py`; a panel is a file in `panels/` and its line in `panels.PANELS`.
"""
