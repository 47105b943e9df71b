"""The answers of a query as a table: its variables as columns, boards where a value is one, pages of answers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from ..jobs.asking import Row

ROWS = 50  # a page
REST = "rest"  # the column of what else must hold
# Vue writes values into it as text; what it is made of stands here and comes from nobody else.
_CELL = """
<q-td :props="props">
  <q-btn v-if="props.col.name == 'why'" flat dense no-caps label="why"
         :aria-label="'why answer ' + (props.row.id + 1)" @click="() => $parent.$emit('why', props.row.id)" />
  <template v-else>
    <img v-if="props.row['board ' + props.col.name]" :src="props.row['board ' + props.col.name]" :alt="props.value" />
    <span class="value">{{ props.value }}</span>
  </template>
</q-td>
"""


class Answers:
    """The table; `why` is called with the number of an answer."""

    def __init__(self, why: Callable[[int], Awaitable[None]]) -> None:
        self.number = 0
        self.rows: list[dict[str, Any]] = []
        self.names: tuple[str, ...] = ()
        self.shown = 0  # answers that the table has
        self.why = why
        self.place = ui.element("div").classes("answers")
        self.table: ui.table | None = None

    def clear(self) -> None:
        """No answers of any query."""
        self.number = self.shown = 0
        self.rows, self.names, self.table = [], (), None
        self.place.clear()

    def begin(self, names: tuple[str, ...]) -> None:
        """The answers of a query with these variables."""
        self.clear()
        self.names = names

    def add(self, row: Row) -> None:
        """One more answer; it is shown with the next ones."""
        made: dict[str, Any] = {"id": self.number, REST: row.rest}
        for number, (value, board) in enumerate(zip(row.values, row.boards, strict=True)):
            made[str(number)] = value
            if board is not None:
                made[f"board {number}"] = f"data:image/svg+xml;base64,{b64encode(board.encode()).decode()}"
        self.rows.append(made)
        self.number += 1

    def show_some(self) -> None:
        """Show the answers that were added, if they are many beside those that are shown: all are sent each time."""
        if self.number >= 2 * self.shown:
            self.show()

    def show(self) -> None:
        """Show the answers that were added."""
        if self.shown == self.number:
            return
        if self.table is None or not self.shown:
            self._make()
        elif self.table is not None:
            self.table.rows[:] = self.rows
        self.shown = self.number

    def _make(self) -> None:
        columns = [
            {"name": str(n), "label": name, "field": str(n), "align": "left"} for n, name in enumerate(self.names)
        ]
        if not columns or any(row[REST] for row in self.rows):
            columns.append({"name": REST, "label": "and" if columns else "", "field": REST, "align": "left"})
        columns.append({"name": "why", "label": "", "field": "id", "align": "right"})
        if not self.names:
            for row in self.rows:
                row[REST] = row[REST] or "true"
        self.place.clear()
        with self.place:
            self.table = ui.table(columns=columns, rows=self.rows, pagination={"rowsPerPage": ROWS}).props("flat dense")
            self.table.props("wrap-cells")
            self.table.add_slot("body-cell", _CELL)
            self.table.on("why", self._why_clicked)

    async def _why_clicked(self, event: GenericEventArguments) -> None:
        if type(event.args) is int and 0 <= event.args < self.number:
            await self.why(event.args)
