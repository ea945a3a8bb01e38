// A match that is watched again: it plays by itself, goes by keys, and its line of time can be dragged.
(() => {
  const frame = document.getElementById("frame"), table = window.mhTable;
  if (!frame || !table || frame.dataset.page !== "table") return;
  const { base, find, state, travel, say } = table;
  const FIRST = 1500, EACH = 450, NEAR = 12;
  const KEEP = "mh-replay-speed";
  const watching = () => state().mode === "past";
  const ways = {
    ArrowLeft: "turn-back", ArrowRight: "turn-on", PageUp: "chapter-back", PageDown: "chapter-on", Home: "first", End: "last",
  };
  const finer = { ArrowLeft: "step-back", ArrowRight: "step-on" };
  let timer = 0, playing = false, wanted = null, moving = false;

  // Going: while one position is on its way only the last wish counts.
  const whose = () => (new URL(window.location.href).searchParams.has("seat") ? `?seat=${state().mine}` : "");
  async function go(path) {
    wanted = path;
    if (moving) return;
    moving = true;
    try {
      while (wanted) { const next = wanted; wanted = null; await travel(next); }
    } finally { moving = false; }
  }
  const to = (number) => go(`${base}/at/${number}${whose()}`);
  function follow(name) {
    const way = find(`#way-${name}`)?.getAttribute("href");
    if (way) go(way);
    return Boolean(way);
  }

  // The next key turn that the review has found, or the one before.
  function key(on) {
    const stops = [...document.querySelectorAll("#dock-keys [data-at]")].map((row) => Number(row.dataset.at)), here = Number(state().number);
    const next = on ? stops.find((stop) => stop > here) : stops.findLast((stop) => stop < here);
    if (next !== undefined) { to(next); if (playing) later(); }
  }

  // Playing

  const speed = () => Number(find("#replay-speed")?.value) || 1;
  const pause = () => Math.round((FIRST + EACH * document.querySelectorAll("#since .tell[data-mark]").length) / speed());
  function show() {
    const button = find("#replay-play");
    if (!button) return;
    const word = playing ? button.dataset.pause : button.dataset.play;
    button.classList.toggle("playing", playing);
    button.setAttribute("aria-label", word);
    button.title = word;
  }
  function stop() { clearTimeout(timer); playing = false; show(); }
  function later() { clearTimeout(timer); timer = setTimeout(next, pause()); }
  function next() { if (!watching() || document.hidden || !follow("turn-on")) stop(); }
  function play() {
    if (playing) { stop(); return; }
    playing = true;
    show();
    // Who plays at the end sees it again.
    if (!follow("turn-on") && !follow("first")) stop();
  }

  // What is heard: whose turn it is says the heading; here follows what was done.
  function speak() {
    const said = find("#since-said");
    if (!said) return;
    const lines = [...document.querySelectorAll("#since li")].map((line) => {
      const acts = [...line.querySelectorAll(".tell[data-mark] > span")].map((act) => act.textContent);
      return acts.length ? `${line.querySelector(".name").textContent}: ${acts.join(" ")}` : "";
    });
    said.textContent = lines.filter(Boolean).join(" ");
  }
  function chosen() {
    const list = find("#replay-moments"), number = state().number;
    if (list) list.value = [...list.options].some((option) => option.value === number) ? number : "";
  }
  // A board that is seen from near, as on a phone, is moved to what the turn did there last.
  function near() {
    if (!frame.matches(".zoomed")) return;
    const acts = [...document.querySelectorAll("#since .tell[data-mark]")].reverse();
    const place = acts.flatMap((act) => window.mhSince.places(act)).find((found) => found.closest(".part-board"));
    if (place) window.mhCamera.center(place);
  }
  frame.addEventListener("mh:laid", () => {
    if (!watching()) { if (playing) stop(); return; }
    chosen();
    speak();
    near();
    if (!playing) return;
    if (find("#way-turn-on")?.hasAttribute("href")) later(); else stop();
  });

  // By hand

  document.addEventListener("click", (event) => {
    if (!watching()) return;
    if (event.target.closest("#replay-play")) play();
    else if (event.target.closest("#replay-copy")) copy(event.target.closest("#replay-copy"));
    else if (event.target.closest(":is(#replay, #dock-keys) [data-go]")) { if (playing) later(); }
    const line = event.target.closest("#dock-log a.when");
    if (line) { event.preventDefault(); go(line.getAttribute("href") + whose()); }
  });
  async function copy(button) {
    const address = new URL(`${base}/at/${state().number}`, window.location.href).href;
    // Without a clipboard, as on a page without a certificate, the address is there to be read.
    try { await navigator.clipboard.writeText(address); say(button.dataset.said); } catch { say(address); }
  }
  document.addEventListener("change", (event) => {
    if (event.target.id === "replay-moments" && event.target.value) to(event.target.value);
    if (event.target.id === "replay-speed") {
      localStorage.setItem(KEEP, event.target.value);
      if (playing) later();
    }
    if (event.target.id === "moment") drag(event.target);
  });
  document.addEventListener("input", (event) => { if (event.target.id === "moment") drag(event.target); });
  // A hand means the end of a turn, if one is near.
  function drag(line) {
    const ends = line.dataset.ends.split(" ").map(Number), wish = Number(line.value);
    const reach = (NEAR / line.clientWidth) * Number(line.max);
    const best = ends.reduce((a, b) => (Math.abs(b - wish) < Math.abs(a - wish) ? b : a), 0);
    const number = Math.abs(best - wish) <= reach ? best : wish;
    find("#moment-at").textContent = `${number}/${line.max}`;
    if (String(number) !== state().number || moving) to(number);
  }

  document.addEventListener("keydown", (event) => {
    if (!watching() || frame.dataset.keys === "0" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("textarea, select, dialog[open], input:not(#moment)")) return;
    if (event.key === " ") {
      if (event.target.closest("button, summary")) return;
      event.preventDefault();
      play();
      return;
    }
    if (event.key === "[" || event.key === "]") { event.preventDefault(); key(event.key === "]"); return; }
    const way = event.shiftKey ? finer[event.key] : ways[event.key];
    if (!way || event.target.closest("[role=tablist]")) return;
    event.preventDefault();
    if (follow(way) && playing) later();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden && playing) stop(); });

  const kept = localStorage.getItem(KEEP), list = find("#replay-speed");
  if (list && kept && [...list.options].some((option) => option.value === kept)) list.value = kept;
  if (watching()) { chosen(); speak(); near(); }
})();
