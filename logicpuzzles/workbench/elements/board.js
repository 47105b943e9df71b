// A board as a picture whose cells answer to mouse, touch and keys. When another comes, the cell that had the focus
// has it again.
import { WAYS, boardOf, cellOf, chooses, nearest, numberOf, types } from "pointing";

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
      const board = boardOf(this.picture);
      this.$el.replaceChildren(...(board ? [board] : []));
      this.drawn = this.picture;
      if (had !== null) this.focus(had);
    },
    cell(node) {
      const found = node && this.$el.contains(node) ? cellOf(node) : null;
      return found && numberOf(found);
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
        else nearest(cellOf(at), WAYS[event.key], this.$el.querySelectorAll("[data-cell][tabindex]"))?.focus();
      } else if (number !== null && chooses(event) && !this.typing) {
        event.preventDefault();
        this.$emit("cell", number);
      } else if (number !== null && this.typing && types(event)) {
        event.preventDefault();
        this.$emit("typed", { cell: number, key: event.key });
      }
    },
  },
};
