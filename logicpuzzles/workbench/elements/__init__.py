"""Elements of the page that NiceGUI has not: boards that can be pointed at, sheets of boards, bars, rows of buttons.

Each is a class here and a script beside it, which draws what it is given and tells what was pointed at. Whatever rule
files hold comes as text, or as SVG from `drawing/`, which the scripts read as XML; nothing is put together as HTML.
"""
