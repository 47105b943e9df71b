"use strict";
const boards = [...document.querySelectorAll(".sheet figure")];
const player = document.querySelector(".player");
if (player && boards.length > 1) {
  const part = name => player.querySelector(`[data-part=${name}]`);
  const stage = part("stage"), said = part("said"), scrub = part("scrub"), play = part("play"), pace = part("pace");
  let at = 0, timer = null;
  const show = number => {
    at = Math.min(Math.max(number, 0), boards.length - 1);
    stage.replaceChildren(boards[at].querySelector("svg").cloneNode(true));
    said.textContent = boards[at].dataset.said;
    scrub.value = at;
    boards.forEach((board, number) => board.classList.toggle("now", number === at));
  };
  const pause = () => { clearInterval(timer); timer = null; play.textContent = "\u25b6"; play.ariaLabel = "play"; };
  const start = () => {
    if (at === boards.length - 1) show(0);
    clearInterval(timer);
    timer = setInterval(() => { show(at + 1); if (at === boards.length - 1) pause(); }, Number(pace.value));
    play.textContent = "\u275a\u275a"; play.ariaLabel = "pause";
  };
  const step = by => { pause(); show(at + by); };
  part("first").onclick = () => step(-boards.length);
  part("back").onclick = () => step(-1);
  part("on").onclick = () => step(1);
  part("last").onclick = () => step(boards.length);
  play.onclick = () => timer === null ? start() : pause();
  pace.onchange = () => { if (timer !== null) start(); };
  scrub.max = boards.length - 1;
  scrub.oninput = () => { pause(); show(Number(scrub.value)); };
  boards.forEach((board, number) => { board.onclick = () => step(number - at); });
  document.addEventListener("keydown", event => {
    if (event.target.matches("input, select")) return;
    const keys = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => step(-boards.length),
                   End: () => step(boards.length), " ": () => play.click() };
    if (event.key === " " && event.target.matches("button")) return;
    if (event.key in keys && !event.ctrlKey && !event.altKey && !event.metaKey) { keys[event.key](); event.preventDefault(); }
  });
  player.hidden = false;
  show(0);
}
