// Bars, a line each, as long as their numbers are large; one that is chosen tells its number.
export default {
  template: `<section class="chart" :aria-label="axes[1] + ' by ' + axes[0]">
    <p class="depth"><span>{{ axes[0] }}</span><span>{{ axes[1] }}</span></p>
    <button v-for="([name, count], number) in bars" :key="number" type="button" class="depth"
      :aria-pressed="number === open" @click="$emit('choose', number)">
      <span>{{ name }}</span><span>{{ count.toLocaleString("en") }}</span>
      <i :style="{width: 100 * count / largest + '%'}"></i>
    </button>
  </section>`,
  props: { bars: Array, axes: Array, open: Number },
  computed: {
    largest() {
      return Math.max(1, ...this.bars.map(([, count]) => count));
    },
  },
};
