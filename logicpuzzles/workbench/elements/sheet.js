// Boards side by side, each with its caption; one that is chosen tells its number.
export default {
  template: `<section class="sheet" :aria-label="label"></section>`,
  props: { boards: Array, label: String, chosen: String },
  mounted() {
    this.draw();
  },
  updated() {
    this.draw();
  },
  methods: {
    draw() {
      if (this.boards === this.drawn) return;
      this.drawn = this.boards;
      const figures = this.boards.map(([picture, caption], number) => {
        const figure = document.createElement("figure");
        const read = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
        const under = document.createElement("figcaption");
        under.textContent = caption;
        figure.append(document.importNode(read, true), under);
        if (this.chosen) {
          const choose = () => this.$emit("choose", number);
          Object.assign(figure, { tabIndex: 0, role: "button", ariaLabel: `${number + 1}, ${caption}: ${this.chosen}`, onclick: choose });
          figure.onkeydown = (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            choose();
          };
        }
        return figure;
      });
      this.$el.replaceChildren(...figures);
    },
  },
};
