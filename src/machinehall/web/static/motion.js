// What has changed is seen to change: pieces glide from where they lay to where they lie, tiles turn, figures count. The boards
// themselves are true at once. What moves is a copy in a layer above them, which takes no click, and the piece is unseen until
// its copy has come. Only transform and opacity move, on elements that are painted once, so that no frame is dropped.
(() => {
  const frame = document.getElementById("frame"), layer = document.getElementById("motion");
  if (!frame || !layer) return;
  const SVG = "http://www.w3.org/2000/svg", EASE = "cubic-bezier(.3,.7,.2,1)";
  const GLIDE = { quick: 200, slow: 290 }, FADE = 160, TURN = 240, COUNT = 240, STEPS = 5, STAY = 1200;
  // Of more changes than these one sees nothing; a piece larger than this stays where it is and the seat's shape flies to it.
  const MOST = 24, TOO_MANY = 60, LARGE = 90, NEAR = 3, FAR = 80, MARK = 18, SEVERAL = 3;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const off = () => still.matches || document.hidden || frame.dataset.pace === "off";
  const long = () => GLIDE[frame.dataset.pace] ?? GLIDE.quick;

  let seen = null, changes = [];
  const waiting = new Map(), going = new Set(), counting = new Set();

  // Where everything lies

  function sheetOf(svg) {
    if (!svg?.checkVisibility()) return null;
    const own = svg.getBoundingClientRect(), room = (svg.closest(".view, .part, .dock-pane") ?? svg).getBoundingClientRect();
    return {
      id: svg.id, left: own.left, top: own.top, width: own.width || 1, height: own.height || 1,
      x0: Math.max(room.left, 0), y0: Math.max(room.top, 0),
      x1: Math.min(room.right, window.innerWidth), y1: Math.min(room.bottom, window.innerHeight),
    };
  }
  const sheetAt = (svg, sheets) => { if (!sheets.has(svg)) sheets.set(svg, sheetOf(svg)); return sheets.get(svg); };
  // Nothing for what is out of sight: it moves unseen.
  function where(node, sheets = new Map()) {
    const sheet = sheetAt(node.ownerSVGElement ?? node, sheets), box = sheet && node.getBoundingClientRect();
    if (!box || !(box.width || box.height)) return null;
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < sheet.x0 || x > sheet.x1 || y < sheet.y0 || y > sheet.y1) return null;
    return { node, sheet, x, y, w: box.width, h: box.height };
  }
  // The parts of the sheet that a piece lies in, by their ids, the outermost first.
  function parts(node) {
    const found = [];
    for (let at = node.parentElement; at && at !== node.ownerSVGElement; at = at.parentElement) if (at.id) found.unshift(at.id);
    return found;
  }
  function look() {
    const sheets = new Map(), pieces = new Map(), figures = new Map();
    for (const node of document.querySelectorAll("#hall :is([data-piece], [data-figure])")) {
      if (node.dataset.piece) pieces.set(node.dataset.piece, where(node, sheets));
      if (node.dataset.figure) figures.set(node.dataset.figure, node);
    }
    return { pieces, figures, sheets };
  }
  // Nobody waits for the look before the page changes: it is the one that was taken when the last answer was laid, or is taken
  // while the next is on its way. It holds as long as the sheets lie where they lay, for what lies on them moves only with an answer.
  let early = null;
  const known = () => parted(early && holds(early) ? early : look());
  function prepare() { window.requestIdleCallback?.(() => { if (!waiting.size && !off()) early = known(); }); }
  function parted(found) {
    for (const at of found.pieces.values()) if (at) at.within ??= parts(at.node);
    return found;
  }
  function holds({ sheets }) {
    return [...sheets].every(([svg, was]) => {
      const now = sheetOf(svg);
      return was === now || was && now && Object.keys(was).every((key) => was[key] === now[key]);
    });
  }
  // A place on a sheet that has itself moved or grown: where that place is now.
  function rebased(was, at) {
    if (was.sheet.id !== at.sheet.id) return was;
    const { sheet } = at, k = sheet.width / was.sheet.width;
    return {
      ...was, x: sheet.left + (was.x - was.sheet.left) * k, y: sheet.top + (was.y - was.sheet.top) * k, w: was.w * k, h: was.h * k,
    };
  }
  const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  // What a seat lays comes from its card, or from its name in the bar where the card is out of sight.
  function origin(seat) {
    const card = document.getElementById(`seat-${seat}`), at = card && where(card);
    if (at) return { ...at, x: at.x - at.w / 2 + MARK, y: at.y - at.h / 2 + MARK, w: MARK, h: MARK };
    const sign = document.querySelector(`#score-${seat} svg`), box = sign?.checkVisibility() && sign.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2, w: MARK, h: MARK } : null;
  }

  // Before and after the page changes

  const numberOf = (text) => { const found = /^[^\d−-]*([−-]?)[^\d−-]*(\d+)\D*$/.exec(text); return found ? Number(found[2]) * (found[1] ? -1 : 1) : null; };
  const textOf = (node) => node.querySelector("text") ?? node;

  // The page is made true before it changes: a part that the server does not send again stays as it stands here. What waited
  // comes from where it was, whatever has happened since.
  function before() {
    const held = [...waiting.values()];
    truly();
    if (held.length) early = null;
    seen = off() ? null : known();
    early = null;
    for (const [key, node] of seen?.figures ?? []) seen.figures.set(key, numberOf(textOf(node).textContent.trim()));
    for (const { key, figure, old, was } of seen ? held : []) {
      if (figure) seen.figures.set(key, old);
      else if (was) seen.pieces.set(key, was);
      else seen.pieces.delete(key);
    }
  }
  function truly() {
    for (const held of waiting.values()) held.end?.();
    waiting.clear();
    for (const stop of [...counting]) stop();
  }
  function after() {
    changes = [];
    if (!seen) { settle(); return; }
    const now = early = look();
    for (const [key, at] of now.pieces) {
      const was = seen.pieces.get(key);
      if (at && was !== null && !(was && apart(rebased(was, at), at) <= NEAR)) changes.push({ key, at, was });
    }
    for (const [key, was] of seen.pieces) {
      if (was && !now.pieces.has(key)) changes.push({ key, was, gone: was.node });
    }
    folded();
    turned();
    changes = changes.length > TOO_MANY ? [] : changes.filter((change) => !change.gone?.isConnected).slice(0, MOST);
    for (const [key, node] of now.figures) {
      const old = seen.figures.get(key), to = numberOf(textOf(node).textContent.trim());
      if (old != null && to !== null && old !== to) changes.push({ key, figure: node, old, to });
    }
    seen = null;
  }
  // A board that shows another face, such as an office in the place of a fair: what lay on the first has not left the game, and
  // what lies elsewhere by now does not wait above the second.
  function folded() {
    const face = ({ was }) => was?.within?.find((id) => !document.getElementById(id));
    const left = changes.map((change) => [change, face(change)]).filter(([, away]) => away);
    const many = (away) => left.filter(([, other]) => other === away).length >= SEVERAL;
    const unseen = new Set();
    for (const [change, away] of left) if (many(away)) change.gone ? unseen.add(change) : delete change.was;
    changes = changes.filter((change) => !unseen.has(change));
  }
  // One piece gone and another come at the same place: it has been turned.
  function turned() {
    const left = changes.filter((change) => change.gone && !change.gone.isConnected);
    for (const change of changes) {
      if (change.was || !change.at) continue;
      const back = left.find((other) => other.was.sheet.id === change.at.sheet.id && apart(rebased(other.was, change.at), change.at) <= NEAR);
      if (!back) continue;
      change.turn = back.gone;
      changes = changes.filter((other) => other !== back);
    }
  }

  // Which act a change came of: one that was done there, or the last of the seat that it belongs to.
  function actOf(change, acts) {
    const node = change.at?.node ?? change.gone ?? change.figure, by = change.figure ? change.key.split("-")[0] : node.dataset.by;
    const ids = new Set([change.key]);
    for (let at = node; at; at = at.parentElement) if (at.id) ids.add(at.id);
    const there = acts.filter((act) => act.dataset.places.split(" ").some((id) => ids.has(id)));
    const theirs = (some) => some.filter((act) => act.dataset.seat === by).at(-1);
    if (change.figure) return theirs(acts) ?? null;
    return theirs(there) ?? there.at(-1) ?? theirs(acts) ?? acts[0];
  }

  // With acts that are still to be told, each change waits for its own; else all begin now.
  function begin(acts = [], me = "") {
    after();
    const found = changes;
    changes = [];
    for (const change of found) {
      const act = acts.length ? actOf(change, acts) : null;
      change.seat = (change.at?.node ?? change.gone)?.dataset.by ?? act?.dataset.seat ?? me;
      if (act) { change.number = act.dataset.number; waiting.set(change.key, change); }
    }
    // First everything is read, then written: each look after a change would make the browser lay out the page again.
    const sheets = new Map();
    for (const change of found) ready(change, sheets);
    for (const change of found) if (change.number) hold(change); else play(change);
  }
  // The table may have been shared out anew since.
  function ready(change, sheets) {
    if (change.figure) change.box = change.figure.checkVisibility() ? change.figure.getBoundingClientRect() : null;
    change.at &&= change.at.node.isConnected ? where(change.at.node, sheets) : null;
    if (!change.at) return;
    change.box = change.at.node.getBBox();
    change.from = change.was ? rebased(change.was, change.at) : origin(change.seat);
  }
  function hold(change) {
    if (change.figure) { write(change, change.old); change.end = () => write(change, change.to); return; }
    if (!change.at && !change.gone) return;
    const unseen = change.at && conceal(change.at.node);
    const place = change.turn ? change.at : change.gone ? change.was : change.was && change.from;
    const parked = place && flyer(change.turn ?? change.gone ?? change.at.node, place, change.turn ? null : change.box);
    change.end = () => { unseen?.cancel(); parked?.remove(); };
  }
  // What is hidden still takes the click, and asks for no layer of its own: an animated opacity does, also when it is over, and
  // with it all that is drawn above the piece. Each such layer would be put together anew in every frame.
  const HIDDEN = { visibility: "hidden", pointerEvents: "painted" };
  function conceal(node, look = HIDDEN) {
    const unseen = node.animate(look, { duration: 1, fill: "both" });
    unseen.finish();
    return unseen;
  }

  // Moving

  // Copies are what the eye sees, so nothing in them is named or can be reached.
  function flyer(node, at, known = null) {
    const svg = layer.appendChild(document.createElementNS(SVG, "svg")), sheet = node.ownerSVGElement;
    const body = svg.appendChild(node.cloneNode(true));
    for (const one of [body, ...body.querySelectorAll("[id], [data-piece]")]) { one.removeAttribute("id"); one.removeAttribute("data-piece"); }
    svg.setAttribute("font-family", sheet?.getAttribute("font-family") ?? "inherit");
    const box = known || body.getBBox();
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width || 1} ${box.height || 1}`);
    svg.setAttribute("preserveAspectRatio", "none");
    size(svg, at.w, at.h);
    svg.style.transform = put(at, at);
    return svg;
  }
  function size(svg, w, h) { svg.style.width = `${w}px`; svg.style.height = `${h}px`; }
  // The transform that lays a copy, made as large as `to`, at another place.
  const put = (at, to, turn = 1) =>
    `translate(${at.x - to.w / 2}px,${at.y - to.h / 2}px) scale(${(at.w / (to.w || 1)) * turn},${at.h / (to.h || 1)})`;

  // A curve a little above the shortest way.
  function way(from, to) {
    const lift = Math.min(60, apart(from, to) * 0.16), mid = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - lift };
    return [0, 0.25, 0.5, 0.75, 1].map((k) => {
      const on = (name) => (1 - k) ** 2 * from[name] + 2 * k * (1 - k) * mid[name] + k * k * to[name];
      const as = (name) => from[name] + (to[name] - from[name]) * k;
      return { transform: put({ x: on("x"), y: on("y"), w: as("w"), h: as("h") }, to) };
    });
  }
  // Runs until the first of the animations ends; whoever cannot wait calls what is kept in `going`.
  function run(animations, end) {
    const done = () => {
      if (!going.delete(done)) return;
      for (const animation of animations) animation?.cancel();
      end();
    };
    going.add(done);
    animations[0].finished.then(done, () => null);
  }
  function play(change) {
    change.end?.();
    if (change.figure) { count(change); return; }
    if (change.gone) { leave(change); return; }
    const { key, at, from, box } = change;
    if (!at) return;
    if (change.turn) turn(change);
    else if (!from || apart(from, at) <= NEAR) fade(change);
    else if (!change.was && Math.max(at.w, at.h) > LARGE) herald(key, change.seat, from, at, conceal(at.node, { opacity: 0.6 }));
    else glide(key, flyer(at.node, at, box), from, at, conceal(at.node));
  }
  function glide(key, copy, from, to, unseen) {
    const frames = way(from, to), options = { duration: long(), easing: EASE, fill: "both", id: key };
    const ghosts = apart(from, to) > FAR && going.size < 6 ? [30, 60].map((delay) => {
      const ghost = layer.appendChild(copy.cloneNode(true));
      ghost.style.opacity = 0.28;
      return [ghost, ghost.animate(frames, { ...options, delay, duration: options.duration - delay, id: "" })];
    }) : [];
    run([copy.animate(frames, options), unseen, ...ghosts.map(([, animation]) => animation)], () => {
      for (const made of [copy, ...ghosts.map(([ghost]) => ghost)]) made.remove();
    });
  }
  // The seat's own shape goes where something was done.
  function herald(key, seat, from, at, unseen) {
    const sign = document.querySelector(`#score-${seat} svg`), to = { ...at, w: MARK, h: MARK };
    if (!sign || !from || apart(from, to) < FAR / 2) { unseen?.cancel(); return; }
    const copy = layer.appendChild(sign.cloneNode(true));
    size(copy, MARK, MARK);
    glide(key, copy, from, to, unseen);
  }
  function fade({ key, at }) {
    run([at.node.animate({ opacity: [0, 1] }, { duration: FADE, id: key })], () => null);
  }
  function leave({ key, gone, was }) {
    const copy = flyer(gone, was);
    run([copy.animate({ opacity: [1, 0] }, { duration: FADE, fill: "both", id: key })], () => copy.remove());
  }
  function turn({ key, at, box, turn: back }) {
    const front = flyer(at.node, at, box), old = flyer(back, at), edge = put(at, at, 0.02), flat = put(at, at);
    const halves = { duration: TURN, fill: "both", id: key };
    run([
      front.animate([{ transform: edge, opacity: 0 }, { transform: edge, opacity: 1, offset: 0.5 }, { transform: flat }], halves),
      old.animate([{ transform: flat }, { transform: edge, opacity: 1, offset: 0.5 }, { transform: edge, opacity: 0 }], { ...halves, id: "" }),
      conceal(at.node),
    ], () => { front.remove(); old.remove(); });
  }

  // Counting

  // By its key: the page may have been laid anew in the meantime, and what was this figure be another one.
  function write({ key }, value) {
    const figure = document.querySelector(`#hall [data-figure="${CSS.escape(key)}"]`), text = figure && textOf(figure);
    const now = text && numberOf(text.textContent.trim());
    if (now === null || now === value) return;
    text.lastChild.data = text.lastChild.data.replace(/[−-]?([^\s\d−-]?)\d+/, (_, unit) => `${value < 0 ? "−" : ""}${unit}${Math.abs(value)}`);
  }
  function count(change) {
    const { key, box, old, to } = change;
    if (!box?.width) return;
    const before = [...layer.querySelectorAll(".sum")].filter((other) => other.dataset.of === key).length;
    const sum = layer.appendChild(document.createElement("b"));
    sum.className = "sum";
    sum.dataset.of = key;
    sum.textContent = to > old ? `+${to - old}` : `−${old - to}`;
    // Below, where it covers neither the name above nor the figure beside it, nor the sum before it.
    sum.style.left = `${Math.min(box.left + box.width / 2, window.innerWidth - 24)}px`;
    sum.style.top = `${Math.min(box.bottom - 3 + 19 * before, window.innerHeight - 20)}px`;
    const up = "translateX(-50%)", whole = FADE + STAY, options = { duration: whole, fill: "both", id: key };
    const shown = sum.animate([
      { opacity: 0, transform: `${up} translateY(6px)` }, { opacity: 1, transform: up, offset: FADE / whole }, { opacity: 1, transform: up },
    ], options);
    // Every step paints the panel again, so there are few of them.
    let done = 0;
    const timer = setInterval(() => {
      done += 1;
      if (done < STEPS) write(change, Math.round(old + (to - old) * done / STEPS)); else stop();
    }, COUNT / STEPS);
    const stop = () => { clearInterval(timer); if (counting.delete(stop)) write(change, to); };
    counting.add(stop);
    write(change, old);
    run([shown], () => { stop(); sum.remove(); });
  }

  // Telling

  // An act is told: what waited for it begins. Where nothing has moved, the seat's shape shows the place.
  function tell(act, places) {
    const due = [...waiting.values()].filter((change) => change.number === act.dataset.number);
    const at = places.filter((place) => !place.id.startsWith("seat-")).map((place) => where(place)).find(Boolean);
    const from = at && origin(act.dataset.seat), sheets = new Map();
    for (const change of due) { waiting.delete(change.key); ready(change, sheets); }
    for (const change of due) play(change);
    if (!off() && at && !due.some((change) => change.at)) herald(`to-${at.node.id}`, act.dataset.seat, from, at);
  }
  // Everything is where it is, at once.
  function settle() {
    truly();
    for (const done of [...going]) done();
    layer.replaceChildren();
  }

  // What lies above the boards does not move with them.
  window.addEventListener("resize", settle);
  document.addEventListener("wheel", settle, { passive: true });
  document.addEventListener("visibilitychange", settle);
  document.addEventListener("scroll", (event) => { if (event.target.querySelector?.("svg.sheet")) settle(); }, true);
  still.addEventListener("change", settle);
  window.mhMotion = { prepare, before, begin, tell, settle };
})();
