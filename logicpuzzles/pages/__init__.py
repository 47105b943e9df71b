"""Pages of HTML for what puzzles, models and games hand out: which boards stand on them, and what is said of each.

Each function takes an object of Python and gives the text of a page, so that Python, notebooks and the command line
show the same.
"""
