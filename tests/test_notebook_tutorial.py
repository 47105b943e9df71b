"""The notebooks of the documentation run, and give what stands in them."""

from __future__ import annotations

import json
import subprocess
import sys

import notebooks
import pytest

FILES = sorted(notebooks.DOCS.glob("*.ipynb"))


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.stem)
def both(request):
    """A notebook as it stands there, and as it is run now."""
    for name in ("nbclient", "ipykernel", "anywidget"):
        pytest.importorskip(name)
    command = [sys.executable, notebooks.__file__, str(request.param)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(request.param.read_text(encoding="utf-8")), json.loads(done.stdout)


def told(notebook):
    """What each cell gives as text: what was printed, and the values of cells."""
    found = {}
    for cell in notebook["cells"]:
        outputs = [one.get("data", {}).get("text/plain", one.get("text", "")) for one in cell.get("outputs", ())]
        found["".join(cell["source"])] = ["".join(one) for one in outputs]
    return found


def test_every_cell_gives_what_stands_there(both):
    """Where that has changed: `python tests/notebooks.py` runs the notebooks, and writes what they give."""
    stored, now = both
    assert told(now) == told(stored)


def test_boards_are_drawn(both):
    """In the outputs that stand there as in those of now: the same cells have some."""
    drawn = [
        [cell["id"] for cell in notebook["cells"] if "<svg" in json.dumps(cell.get("outputs", ()))] for notebook in both
    ]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) >= 5


def test_what_is_taught_is_right(both):
    """The puzzle is solved, and why another board is not; the square with a 1 in the corner is ruled out."""
    cells = told(both[1])
    texts = "\n".join(line for given in cells.values() for line in given)
    assert "<Path: 14 moves: " in texts
    assert "No solution: the goal is an odd permutation" in texts
    assert "360 states, the hardest of depth 21" in texts
    assert cells["square.model.count()"] == ["8"]
    assert "Error" not in texts
