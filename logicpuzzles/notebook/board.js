// A board in a notebook. Python says what to draw and is told what was done; nothing is thought about here. All text but
// the board's is set as text. A notebook takes one module: drawing/pointing.js stands before this in it.
const SCALE = 2.5; // pixels for a unit of a board, where there is room
const LOOKS = 1000; // milliseconds from look to look at a search

function made(name, className, text = "") {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}

function render({ model, el }) {
  const stage = made("div", "stage");
  const said = made("div", "said");
  const explained = made("pre", "explained");
  const asked = made("div", "asked");
  const choices = made("div", "choices");
  const buttons = made("div", "buttons");
  said.setAttribute("aria-live", "polite");
  explained.setAttribute("aria-live", "polite");
  el.classList.add("logicpuzzles-hand");
  el.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab leaves the keys to the board
  el.replaceChildren(stage, said, explained, asked, choices, buttons);

  const view = () => model.get("view");
  const cells = () => [...stage.querySelectorAll("[data-cell][tabindex]")];
  let drawn = null;
  let looking = null;

  function tell(what) {
    try {
      model.send(what);
    } catch {
      clearInterval(looking);
      said.textContent = "Python no longer knows this board: run its cell again.";
    }
  }

  // What a search finds comes by itself where a notebook lets threads speak, as Jupyter does; marimo does not.
  function look(waits) {
    clearInterval(looking);
    looking = waits ? setInterval(() => tell({ do: "look" }), LOOKS) : null;
  }

  // marimo keeps each cell in a tree of its own, where the document knows its root alone as active
  function focus() {
    const active = el.getRootNode().activeElement;
    return el.contains(active) ? active : null;
  }

  function press(place, name, text, title, off, deed) {
    const node = made("button", name, text);
    node.type = "button";
    if (title) node.title = title;
    node.disabled = off;
    node.addEventListener("click", () => tell(deed));
    place.append(node);
    return node;
  }

  function draw() {
    const now = view();
    const focused = focus();
    const cell = focused && cellOf(focused) && numberOf(cellOf(focused));
    const pressed = focused?.dataset?.name;
    if (now.board !== drawn) {
      const board = boardOf(now.board);
      stage.replaceChildren(board ?? made("pre", "instead", now.instead));
      if (board) board.style.width = `${SCALE * board.getAttribute("width")}px`;
      drawn = now.board;
    }
    for (const node of stage.querySelectorAll(".chosen")) node.classList.remove("chosen");
    stage.querySelector(`[data-cell="${now.chosen}"]`)?.classList.add("chosen");
    said.textContent = now.said;
    explained.textContent = now.explained;
    asked.textContent = now.asked;
    choices.replaceChildren();
    now.choices.forEach((one, choice) => {
      const node = press(choices, one.faint ? "faint" : "", one.text, "", false, { do: "choice", choice });
      if (one.faint) node.setAttribute("aria-description", "ruled out");
    });
    buttons.replaceChildren();
    for (const one of now.buttons) {
      press(buttons, "", one.text, one.title, !one.on, { do: "button", name: one.name }).dataset.name = one.name;
    }
    if (now.chosen >= 0) for (const node of cells()) node.tabIndex = numberOf(node) === now.chosen ? 0 : -1;
    stage.tabIndex = now.arrows ? 0 : -1;
    look(now.waits);
    if (focused && !focus()) {
      const again = [`[data-cell="${cell}"]`, `[data-name="${pressed}"]:enabled`, `[data-cell="${now.chosen}"]`];
      const nodes = [...again.map((one) => el.querySelector(one)), stage]; // the keys keep to the board
      for (const node of nodes) if (!focus()) node?.focus({ preventScroll: true });
    }
  }

  function key(event) {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const name = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!name) return;
      tell({ do: "button", name });
    } else {
      const cell = cellOf(event.target);
      const way = WAYS[event.key];
      if (way && view().arrows) tell({ do: "arrow", way });
      else if (way && cell) nearest(cell, way, cells())?.focus();
      else if (cell && chooses(event)) tell({ do: "cell", cell: numberOf(cell) });
      else if (cell && view().typing && types(event)) tell({ do: "typed", cell: numberOf(cell), key: event.key });
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function click(event) {
    const cell = cellOf(event.target);
    if (cell) tell({ do: "cell", cell: numberOf(cell) });
  }

  draw();
  model.on("change:view", draw);
  el.addEventListener("keydown", key);
  stage.addEventListener("click", click);
  return () => {
    model.off("change:view", draw);
    look(false);
    el.removeEventListener("keydown", key);
    stage.removeEventListener("click", click);
  };
}

export default { render };
