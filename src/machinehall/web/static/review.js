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

// The page of a key turn: the steps of both turns are marked on their boards, arrows lead from one to the next, and what
// differs between the boards is framed. All boards show the same part: on a phone as near as the steps allow.
(() => {
  const turn = document.querySelector(".rv-turn");
  if (!turn || !window.mhMarks) return;
  const AROUND = 60, LEAST = 0.45, LARGE = 700, TALL = 500, APART = 60, SHORT = 24, HEAD = 9, MANY = 12, NS = "http://www.w3.org/2000/svg";
  const acts = [...turn.querySelectorAll(".tell[data-mark]")];
  const there = (act) => act.dataset.places.split(" ").filter(Boolean).map((id) => document.getElementById(id)).filter(Boolean);
  const sheets = [...turn.querySelectorAll("svg.sheet")];
  const whole = new Map(sheets.map((sheet) => [sheet, sheet.getAttribute("viewBox")]));
  const alike = (sheet) => sheet.id.replace(/^(better|before)--/, "");
  const { boxOf } = window.mhMarks;
  const large = (sheet) => { const [, , wide, high] = whole.get(sheet).split(" ").map(Number); return wide >= LARGE && high >= TALL; };
  for (const sheet of sheets) sheet.classList.toggle("large", large(sheet));

  // Where the steps lie on the boards of one kind.
  function touched(both) {
    return acts.flatMap(there).map((place) => [place, place.closest("svg.sheet")]).filter(([, sheet]) => both.includes(sheet))
      .map(([place, sheet]) => boxOf(place, sheet)).filter(Boolean);
  }
  function span(boxes, [from, to], most, size) {
    const least = Math.min(...boxes.map((box) => box[from])) - AROUND, last = Math.max(...boxes.map((box) => box[to])) + AROUND;
    return [Math.min(Math.max(0, (least + last - size) / 2), most - size), last - least];
  }
  const across = ["left", "right"], down = ["top", "bottom"];
  function near(boxes, wide, high) {
    if (!boxes.length) return null;
    const size = (way, most) => Math.min(most, Math.max(span(boxes, way, most, 0)[1], most * LEAST));
    const w = size(across, wide), h = size(down, high);
    return [span(boxes, across, wide, w)[0], span(boxes, down, high, h)[0], w, h];
  }
  // A large screen shows a board in its whole width, and leaves out above and below what no step touches.
  function cut(boxes, wide, high, sheet) {
    const seen = sheet?.getBoundingClientRect(), room = seen ? (wide * seen.height) / seen.width : high;
    if (!boxes.length || room >= high || span(boxes, down, high, room)[1] > room) return null;
    return [0, span(boxes, down, high, room)[0], wide, room];
  }
  function frame() {
    for (const name of new Set(sheets.map(alike))) {
      const both = sheets.filter((sheet) => alike(sheet) === name), boxes = touched(both);
      const [, , wide, high] = whole.get(both[0]).split(" ").map(Number);
      if (!large(both[0])) continue;
      for (const sheet of both) sheet.parentElement.style.removeProperty("--high");
      const small = document.documentElement.dataset.size === "narrow";
      const seen = both.find((sheet) => sheet.checkVisibility());
      const view = small ? near(boxes, wide, high) : cut(boxes, wide, high, seen);
      for (const sheet of both) {
        if (view) sheet.setAttribute("viewBox", view.join(" "));
        // What has to be seen whole is not made small for it: the page is scrolled anyway.
        else if (boxes.length) sheet.parentElement.style.setProperty("--high", `${Math.round((seen?.clientWidth ?? 0) * high / wide)}px`);
      }
    }
  }

  function make(name, attributes, parent) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
  }
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  function arrows(sheet, layer) {
    const stops = acts.map((act) => there(act)[0]).filter((place) => place?.closest("svg.sheet") === sheet && !place.id.includes("seat-"));
    const points = stops.map((place) => boxOf(place, sheet)).filter(Boolean).map(middle);
    for (const [i, [x, y]] of points.slice(1).entries()) {
      const [fromX, fromY] = points[i], far = Math.hypot(x - fromX, y - fromY);
      if (far < APART) continue;
      const [dx, dy] = [(x - fromX) / far, (y - fromY) / far], tip = [x - SHORT * dx, y - SHORT * dy];
      const wing = (side) => `M${tip}L${[tip[0] - HEAD * (dx + side * dy * 0.7), tip[1] - HEAD * (dy - side * dx * 0.7)]}`;
      const d = `M${[fromX + SHORT * dx, fromY + SHORT * dy]}L${tip}${wing(1)}${wing(-1)}`;
      make("path", { class: "under", d }, layer);
      make("path", { class: "over", d }, layer);
    }
  }
  // Things that look otherwise on the other board, if they are few.
  const plain = (thing) => thing?.innerHTML.replaceAll(/(better|before)--/g, "");
  const other = (id) => document.getElementById(id.startsWith("better--") ? id.slice(8) : `better--${id}`);
  function differing(sheet) {
    const leaves = [...sheet.querySelectorAll("[id]")].filter((thing) => !thing.querySelector("[id]") && !thing.closest("defs"));
    const found = leaves.filter((thing) => other(thing.id) ? plain(other(thing.id)) !== plain(thing) : false);
    return found.length <= MANY ? found : [];
  }
  function extra() {
    if (!turn.querySelector("#side-better")) return;
    const marked = new Set(acts.flatMap(there));
    const found = sheets.filter((sheet) => sheet.checkVisibility() && !sheet.id.startsWith("before--")).map((sheet) => [sheet, differing(sheet)]);
    for (const [sheet, things] of found) {
      const layer = document.createElementNS(NS, "g");
      layer.setAttribute("class", "told-marks rv-extra");
      for (const thing of things.filter((one) => !marked.has(one))) {
        const box = boxOf(thing, sheet);
        if (box) make("rect", { class: "rv-differs", x: box.left - 2, y: box.top - 2, width: box.right - box.left + 4, height: box.bottom - box.top + 4, rx: 3 }, layer);
      }
      arrows(sheet, layer);
      sheet.append(layer);
    }
  }
  // Both sides are scrolled together, so that what is compared stays side by side.
  const sides = [...turn.querySelectorAll(".rv-boards")];
  turn.addEventListener("scroll", (event) => {
    if (!sides.includes(event.target)) return;
    for (const side of sides) if (side.scrollTop !== event.target.scrollTop) side.scrollTop = event.target.scrollTop;
  }, true);
  function mark() {
    for (const [sheet, box] of whole) sheet.setAttribute("viewBox", box);
    frame();
    window.mhMarks.draw(acts, there, false, new Set());
    extra();
  }
  turn.addEventListener("click", (event) => {
    const kind = event.target.closest("button[data-pick]")?.dataset.pick;
    if (!kind) return;
    turn.dataset.pick = kind;
    for (const button of turn.querySelectorAll("button[data-pick]")) button.setAttribute("aria-pressed", String(button.dataset.pick === kind));
    mark();
  });
  mark();
  document.fonts?.ready.then(mark);
  addEventListener("resize", mark);
})();

// What the bots saw, in a drawer: asked for until it is there. Without it the link leads to a page.
(() => {
  const drawer = document.getElementById("drawer"), AGAIN = 1_500;
  if (!drawer) return;
  async function fill(path) {
    const answer = await fetch(path, { headers: { "mh-part": "1" } }).catch(() => null);
    const text = await answer?.text();
    if (!answer?.headers.get("x-dialog")) { drawer.close(); window.location.assign(path); return; }
    if (!drawer.open) drawer.showModal();
    const at = drawer.contains(document.activeElement) ? document.activeElement.id : "";
    if (drawer.dataset.said !== text) drawer.innerHTML = drawer.dataset.said = text;
    if (at) document.getElementById(at)?.focus();
    if (drawer.querySelector("[data-later]")) setTimeout(() => { if (drawer.open) fill(path); }, AGAIN);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-drawer]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); fill(link.getAttribute("href")); }
    if (event.target === drawer || event.target.closest("#drawer [data-close]")) drawer.close();
  });
})();

// The address of a page, to be sent to somebody. Without a clipboard it is there to be read.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]"), said = document.getElementById("copied");
  if (!button || !said) return;
  const address = new URL(button.dataset.copy, window.location.href).href;
  try { await navigator.clipboard.writeText(address); said.textContent = button.dataset.said; } catch { said.textContent = address; }
});
