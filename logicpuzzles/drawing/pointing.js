// What the scripts of boards share that hear clicks and keys, in notebooks and in the workbench.
export const WAYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

// A board as an element; null for "". It is read as XML, so that it is what its renderer wrote and nothing else.
export function boardOf(svg) {
  const read = svg && new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return read ? document.importNode(read, true) : null;
}

export const cellOf = (node) => node.closest?.("[data-cell]") ?? null;

export const numberOf = (cell) => Number(cell.dataset.cell);

export const chooses = (event) => event.key === "Enter" || event.key === " ";

export const types = (event) => event.key.length === 1 || /^(Delete|Backspace)$/.test(event.key);

// Of the cells that lie that way from one, the nearest, aside counted twice; null where none does.
export function nearest(from, way, cells) {
  const middle = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let [least, found] = [Infinity, null];
  for (const cell of cells) {
    const [right, below] = [middle(cell)[0] - x, middle(cell)[1] - y];
    const on = { up: -below, down: below, left: -right, right }[way];
    const far = on + 2 * Math.abs(way === "up" || way === "down" ? right : below);
    if (on > 1 && far < least) [least, found] = [far, cell];
  }
  return found;
}
