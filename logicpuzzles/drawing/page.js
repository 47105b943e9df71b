"use strict";
// A sheet with many boards shows some at a time, between buttons; without scripts and on paper it shows all.
for (const sheet of document.querySelectorAll(".sheet[data-page]")) {
  const boards = [...sheet.children], size = Number(sheet.dataset.page);
  if (boards.length <= size) continue;
  const bar = document.createElement("p"), told = document.createElement("span");
  const button = (text, name, by) => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: text, ariaLabel: name, title: name });
    made.onclick = () => sheet.turn(sheet.first + by * size);
    return made;
  };
  const before = button("\u25c0", "boards before", -1), after = button("\u25b8", "more boards", 1);
  bar.className = "pages controls";
  told.role = "status";
  bar.append(before, told, after);
  sheet.before(bar);
  sheet.turn = at => {
    sheet.first = Math.min(Math.max(0, at - at % size), (Math.ceil(boards.length / size) - 1) * size);
    boards.forEach((board, number) => board.classList.toggle("other", number < sheet.first || number >= sheet.first + size));
    told.textContent = `${sheet.first + 1} to ${Math.min(sheet.first + size, boards.length)} of ${boards.length}`;
    before.disabled = sheet.first === 0;
    after.disabled = sheet.first + size >= boards.length;
  };
  sheet.turn(0);
}

const player = document.querySelector(".player");
if (player) {
  const part = name => player.querySelector(`[data-part=${name}]`);
  const stage = part("stage"), said = part("said"), scrub = part("scrub"), play = part("play"), pace = part("pace");
  const choice = part("choice");
  const sheets = [];
  for (let next = player.nextElementSibling; next; next = next.nextElementSibling) {
    const sheet = next.matches(".sheet") ? next : next.querySelector(":scope > .sheet");
    if (sheet && next.matches(".sheet, .group") && sheet.children.length) sheets.push(sheet);
  }
  let boards = [], sheet = null, at = 0, timer = null;
  const tell = figure => figure.dataset.said || figure.querySelector("figcaption").textContent;
  const go = number => {
    if (boards[at]) boards[at].classList.remove("now");
    at = Math.min(Math.max(number, 0), boards.length - 1);
    stage.replaceChildren(boards[at].firstElementChild.cloneNode(true));
    said.textContent = tell(boards[at]);
    scrub.value = at;
    scrub.ariaValueText = tell(boards[at]);
    boards[at].classList.add("now");
    if (sheet.turn && boards[at].classList.contains("other")) sheet.turn(at);
  };
  const named = name => { play.ariaLabel = name; play.title = `${name} (space)`; };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "\u25b6";
    named("play");
    said.ariaLive = "polite";
  };
  const start = () => {
    if (at === boards.length - 1) go(0);
    clearInterval(timer);
    timer = setInterval(() => { go(at + 1); if (at === boards.length - 1) pause(); }, Number(pace.value));
    play.textContent = "\u275a\u275a";
    named("pause");
    said.ariaLive = "off"; // while it plays, moves would be read out over each other
  };
  const step = by => { pause(); go(at + by); };
  const choose = number => {
    pause();
    if (boards[at]) boards[at].classList.remove("now");
    sheet = sheets[number];
    boards = [...sheet.children];
    scrub.max = boards.length - 1;
    if (choice) choice.selectedIndex = number;
    at = 0;
    go(0);
  };
  part("first").onclick = () => step(-boards.length);
  part("back").onclick = () => step(-1);
  part("on").onclick = () => step(1);
  part("last").onclick = () => step(boards.length);
  play.onclick = () => timer === null ? start() : pause();
  pace.onchange = () => { if (timer !== null) start(); };
  scrub.oninput = () => { pause(); go(Number(scrub.value)); };
  sheets.forEach((one, number) => {
    if (choice) choice.append(new Option(one.ariaLabel));
    [...one.children].forEach((figure, place) => {
      figure.onclick = () => { if (one !== sheet) choose(number); step(place - at); player.scrollIntoView({ block: "nearest" }); };
    });
  });
  if (choice) choice.onchange = () => choose(choice.selectedIndex);
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
    if (event.key === " " && event.target.matches("button, summary")) return;
    const keys = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => step(-boards.length),
                   End: () => step(boards.length), " ": () => play.click() };
    if (event.key in keys) { keys[event.key](); event.preventDefault(); }
  });
  if (sheets.some(one => one.children.length > 1)) { player.hidden = false; choose(0); }
}
