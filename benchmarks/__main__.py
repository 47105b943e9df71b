"""Run the benchmarks and print a table: ``python -m benchmarks [--json] [NAME ...]``."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from .harness import Row

HERE = Path(__file__).parent
NAMES = sorted(p.stem for p in HERE.glob("*.py") if p.stem not in ("__init__", "__main__", "examples", "harness"))


def line(row: Row) -> str:
    """A row as text, within 110 columns."""
    ratio = f"{row.ratio:.2f} x {row.reference}" if row.ratio else ""
    target = "" if row.target is None else f"{'<' if row.unit == 's' else '>'} {shown(row.target, row.unit)}"
    mark = {None: "", True: "ok", False: "missed"}[row.reached]
    return f"{row.name:<52} {shown(row.value, row.unit):>14}  {target:>14} {mark:<7} {ratio}".rstrip()


def shown(value: float, unit: str) -> str:
    """A figure with its unit."""
    if unit != "s":
        return f"{value:,.1f} {unit}"
    if value < 1e-3:
        return f"{value * 1e6:.1f} us"
    return f"{value * 1e3:.2f} ms" if value < 1 else f"{value:.2f} s"


def main() -> None:
    """Print every row as it is measured; with --json one object at the end instead."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}; by default all")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if wrong := [name for name in asked.names if name not in NAMES]:
        parser.error(f"there is no benchmark {wrong[0]}; expected some of {', '.join(NAMES)}")
    rows = []
    for name in asked.names or NAMES:
        if not asked.json:
            print(f"\n{name}", flush=True)
        for row in import_module(f"benchmarks.{name}").rows():
            rows.append({"benchmark": name, **asdict(row), "ratio": row.ratio, "reached": row.reached})
            if not asked.json:
                print(line(row), flush=True)
    if asked.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
