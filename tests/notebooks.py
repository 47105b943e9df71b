"""The notebooks of the documentation, run in a kernel of this interpreter.

`python tests/notebooks.py` runs them and writes what their cells give into them. With the path of one behind it, it
prints that one with what its cells give: so tests run it in a process of its own.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
SECONDS = 120  # for one cell
LARGEST = 50_000  # characters of HTML that are kept in a notebook
WIDGET = "application/vnd.jupyter.widget-view+json"
TIMES = re.compile(r"\b[0-9.]+ (?:ms|s|seconds)\b")


def run(path: Path) -> Any:
    """The notebook with what its cells give; `nbclient.exceptions.CellExecutionError` where one fails."""
    import nbformat
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    class Own(KernelSpecManager):
        """Knows one kernel, that of this interpreter, whatever is installed."""

        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            return KernelSpec(argv=argv, display_name="Python 3", language="python")

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(JUPYTER_RUNTIME_DIR=folder, IPYTHONDIR=folder, JUPYTER_PLATFORM_DIRS="1")
        os.environ.pop("LOGICPUZZLES_PATH", None)
        manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=Own())
        client = NotebookClient(notebook, km=manager, timeout=SECONDS, resources={"metadata": {"path": folder}})
        client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it was run
        for output in cell.get("outputs", ()):
            _settle(output)
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def _settle(output: Any) -> None:
    """What is another at each run becomes the same: times, and the numbers of widgets."""
    data = output.get("data", {})
    if WIDGET in data:
        data.pop(WIDGET)
        data["text/plain"] = "a board to click on"
    if "text/html" in data:
        data.pop("image/svg+xml", None)  # which says the same
        if len(data["text/html"]) > LARGEST:
            del data["text/html"]
    for kind in data:
        if kind.startswith("text/"):
            data[kind] = TIMES.sub("... ms", data[kind])
    if "text" in output:
        output["text"] = TIMES.sub("... ms", output["text"])


def written(notebook: Any) -> str:
    """The text of a notebook."""
    import nbformat

    return str(nbformat.writes(notebook)) + "\n"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(written(run(Path(sys.argv[1]))), end="")
    else:
        for path in sorted(DOCS.glob("*.ipynb")):
            path.write_text(written(run(path)), encoding="utf-8")
