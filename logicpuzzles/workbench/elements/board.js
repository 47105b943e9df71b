// A board as a picture whose cells answer to mouse, touch and keys. The picture is read as XML, so that it is what its
// renderer wrote and nothing else; when another comes, the cell that had the focus has it again.
const WAYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const OTHERS = "input, textarea, select, [role=tab], [role=radio], [role=slider], [role=menu], [contenteditable=true]";

export default {
  template: `<div class="stage"></div>`,
  props: { picture: String, arrows: String, typing: Boolean },
  mounted() {
    this.draw();
    this.$el.addEventListener("click", this.clicked);
    this.$el.addEventListener("focusin", this.focused);
    document.addEventListener("keydown", this.pressed);
  },
  updated() {
    this.draw();
  },
  unmounted() {
    document.removeEventListener("keydown", this.pressed);
  },
  methods: {
    draw() {
      if (this.picture === this.drawn) return;
      const had = this.cell(document.activeElement);
      const read = this.picture && new DOMParser().parseFromString(this.picture, "image/svg+xml").documentElement;
      this.$el.replaceChildren(...(read ? [document.importNode(read, true)] : []));
      this.drawn = this.picture;
      if (had !== null) this.focus(had);
    },
    cell(node) {
      const found = node && this.$el.contains(node) ? node.closest("[data-cell]") : null;
      return found && Number(found.dataset.cell);
    },
    focus(number) {
      this.quiet = true; // the page knows of this cell
      this.$el.querySelector(`[data-cell="${number}"]`)?.focus({ preventScroll: true });
      this.quiet = false;
    },
    clicked(event) {
      const number = this.cell(event.target);
      if (number !== null) this.$emit("cell", number);
    },
    focused(event) {
      const number = this.cell(event.target);
      if (number !== null && !this.quiet && this.typing) this.$emit("enter", number);
    },
    pressed(event) {
      const at = event.target;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (this.$el.offsetParent === null || at.closest?.(OTHERS)) return; // it is on another tab, or somebody types
      const number = this.cell(at);
      if (WAYS[event.key] && (this.arrows === "move" || number !== null)) {
        event.preventDefault();
        if (this.arrows === "move") this.$emit("way", WAYS[event.key]);
        else this.nearest(at.closest("[data-cell]"), WAYS[event.key])?.focus();
      } else if (number !== null && (event.key === "Enter" || event.key === " ") && !this.typing) {
        event.preventDefault();
        this.$emit("cell", number);
      } else if (number !== null && this.typing && (event.key.length === 1 || /^(Delete|Backspace)$/.test(event.key))) {
        event.preventDefault();
        this.$emit("typed", { cell: number, key: event.key });
      }
    },
    nearest(from, way) {
      // of the cells that lie that way, the one that is nearest, aside counted twice
      const middle = (node) => {
        const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const [x, y] = middle(from);
      const far = [...this.$el.querySelectorAll("[data-cell]")].map((node) => {
        const [right, below] = [middle(node)[0] - x, middle(node)[1] - y];
        const on = { up: -below, down: below, left: -right, right: right }[way];
        const aside = Math.abs(way === "up" || way === "down" ? right : below);
        return [on > 1 ? on + 2 * aside : Infinity, node];
      });
      const [distance, node] = far.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, null]);
      return distance < Infinity ? node : null;
    },
  },
};
