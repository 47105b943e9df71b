// Buttons, one for each of some texts; what they say is text, whatever it holds.
export default {
  template: `<div class="choices" role="group" :aria-label="label">
    <button v-for="(text, number) in texts" :key="number" type="button" class="choice"
      :class="{marked: marked.includes(number), faint: faint.includes(number)}" :aria-pressed="toggles ? marked.includes(number) : undefined"
      :aria-label="faint.includes(number) ? text + ', ruled out' : text" @click="$emit('choose', number)">{{ text }}</button>
  </div>`,
  props: { texts: Array, label: String, marked: Array, faint: { type: Array, default: () => [] }, toggles: Boolean },
};
