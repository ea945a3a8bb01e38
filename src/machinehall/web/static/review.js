// A review that is still being made: ask again, and put what is known by now in the place of what was known before.
// What somebody has opened stays open; while they read, nothing moves that has not changed.
(() => {
  const place = document.getElementById("review");
  const AGAIN = 2_000;

  async function look() {
    const growing = place.querySelector("[data-growing]");
    if (!growing) return;
    const answer = await fetch(place.dataset.from ?? window.location.href, { headers: { "mh-part": "1" } }).catch(() => null);
    if (answer?.ok) {
      const made = document.createElement("template");
      made.innerHTML = await answer.text();
      const next = made.content.firstElementChild;
      if (next && next.dataset.growing !== growing.dataset.growing) put(next);
    }
    setTimeout(look, AGAIN);
  }
  function put(next) {
    const open = [...place.querySelectorAll("details[open][id]")].map((each) => each.id);
    const at = document.activeElement?.id;
    place.replaceChildren(next);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (at) document.getElementById(at)?.focus({ preventScroll: true });
  }
  if (place) setTimeout(look, AGAIN);
})();

// The page of a key turn: the steps of both turns are marked on their boards. On a phone both boards come as near as the
// steps allow, to the same place.
(() => {
  const turn = document.querySelector(".rv-turn");
  if (!turn || !window.mhMarks) return;
  const AROUND = 60, LEAST = 0.45;
  const acts = [...turn.querySelectorAll(".tell[data-mark]")];
  const there = (act) => act.dataset.places.split(" ").filter(Boolean).map((id) => document.getElementById(id)).filter(Boolean);
  const sheets = [...turn.querySelectorAll("svg.sheet")];
  const whole = new Map(sheets.map((sheet) => [sheet, sheet.getAttribute("viewBox")]));
  const alike = (sheet) => sheet.id.replace(/^better--/, "");

  function near() {
    for (const name of new Set(sheets.map(alike))) {
      const both = sheets.filter((sheet) => alike(sheet) === name);
      const boxes = acts.flatMap(there).filter((place) => both.includes(place.closest("svg.sheet"))).map((place) => {
        const sheet = place.closest("svg.sheet"), box = place.getBBox();
        const way = sheet.getScreenCTM()?.inverse().multiply(place.getScreenCTM());
        return way && [[0, 0], [1, 1]].map(([x, y]) => new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(way));
      }).filter(Boolean).flat();
      const [, , wide, high] = whole.get(both[0]).split(" ").map(Number);
      if (!boxes.length || wide < 700) continue;
      const span = (key, most) => {
        const least = Math.min(...boxes.map((p) => p[key])) - AROUND, last = Math.max(...boxes.map((p) => p[key])) + AROUND;
        const size = Math.min(most, Math.max(last - least, most * LEAST));
        return [Math.min(Math.max(0, (least + last - size) / 2), most - size), size];
      };
      const [x, w] = span("x", wide), [y, h] = span("y", high);
      for (const sheet of both) sheet.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    }
  }
  function mark() {
    for (const [sheet, box] of whole) sheet.setAttribute("viewBox", box);
    if (document.documentElement.dataset.size === "narrow") near();
    window.mhMarks.draw(acts, there, false, new Set());
  }
  mark();
  document.fonts?.ready.then(mark);
  addEventListener("resize", mark);
})();

// The address of a page, to be sent to somebody. Without a clipboard it is there to be read.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]"), said = document.getElementById("copied");
  if (!button || !said) return;
  const address = new URL(button.dataset.copy, window.location.href).href;
  try { await navigator.clipboard.writeText(address); said.textContent = button.dataset.said; } catch { said.textContent = address; }
});
