// Marks on the boards: corners around each place where something happened, and a plate with the number of the act. They
// are drawn into the sheets, above everything, and take no click.
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const HIGH = 17, WIDE = 27, WIDER = 33, ARM = 9, AIR = 3;
  const make = (name, attributes, parent) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent?.append(made);
    return made;
  };

  // Where a place lies on its sheet.
  function boxOf(place, sheet) {
    const from = place.getScreenCTM(), to = sheet.getScreenCTM();
    const box = from && to && place.getBBox();
    if (!box || !box.width || !box.height) return null;
    const way = to.inverse().multiply(from);
    const seen = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
      new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(way));
    const xs = seen.map((p) => p.x), ys = seen.map((p) => p.y);
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }

  // Where all text is larger, so are the marks.
  const large = () => Number(getComputedStyle(document.getElementById("frame")).getPropertyValue("--f")) || 1;

  // A sheet with what is needed to draw on it; sizes are those of the screen before the camera comes near.
  function layerOf(sheet, layers) {
    if (layers.has(sheet)) return layers.get(sheet);
    const near = sheet.closest(".camera") ? Number(document.getElementById("frame").style.getPropertyValue("--cam-k") || 1) : 1;
    const scale = sheet.getScreenCTM();
    if (!scale) return null;
    const view = sheet.viewBox.baseVal;
    const layer = {
      sheet, unit: large() * near / scale.a, taken: [], found: [], group: make("g", { class: "told-marks", "aria-hidden": "true", "data-above": "" }),
      edge: { left: view.x, top: view.y, right: view.x + view.width, bottom: view.y + view.height },
    };
    layers.set(sheet, layer);
    return layer;
  }

  function corners(box, layer, parent) {
    const { unit } = layer, air = AIR * unit;
    const { edge } = layer, rim = 1.5 * unit;
    const l = Math.max(box.left - air, edge.left + rim), t = Math.max(box.top - air, edge.top + rim);
    const r = Math.min(box.right + air, edge.right - rim), b = Math.min(box.bottom + air, edge.bottom - rim);
    const a = Math.min(ARM * unit, (r - l) / 3, (b - t) / 3);
    const d = `M${l} ${t + a}V${t}H${l + a}M${r - a} ${t}H${r}V${t + a}M${r} ${b - a}V${b}H${r - a}M${l + a} ${b}H${l}V${b - a}`;
    make("path", { class: "under", d }, parent);
    make("path", { class: "over", d }, parent);
  }

  // Words that a plate should not lie on; worked out when a sheet gets its first plate.
  function wordsOf(layer) {
    layer.words ??= [...layer.sheet.querySelectorAll("text")].filter((text) => !text.closest(".told-marks"))
      .map((text) => boxOf(text, layer.sheet)).filter(Boolean);
    return layer.words;
  }
  function covers(at, h, layer) {
    const over = (from, to, least, most) => Math.max(0, Math.min(to, most) - Math.max(from, least));
    return wordsOf(layer).reduce((sum, word) =>
      sum + over(at.x, at.x + at.w, word.left, word.right) * over(at.y, at.y + h, word.top, word.bottom), 0);
  }

  // What a place is decides where its plate goes.
  const KINDS = [[/^seat-/, "seat"], [/^space-/, "rail"]];
  const isRow = (place, box) => box.right - box.left > 4 * (box.bottom - box.top) && place.querySelector("text") !== null;
  const kindOf = (place, box) => KINDS.find(([form]) => form.test(place.id))?.[1] ?? (isRow(place, box) ? "row" : "");

  // On a rail it lies in the middle: the corners of its box may be over a site, or on the space of another link, and the middle of
  // the box of a bent line is beside it.
  function onRail(box, w, h, gap) {
    let at = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    for (const line of document.querySelectorAll("svg.sheet [id^=space-] [data-line]")) {
      const sheet = line.closest("svg.sheet"), its = boxOf(line.closest("[id^=space-]"), sheet);
      if (!its || ["left", "top", "right", "bottom"].some((side) => its[side] !== box[side])) continue;
      const half = line.getPointAtLength(line.getTotalLength() / 2);
      at = half.matrixTransform(sheet.getScreenCTM().inverse().multiply(line.getScreenCTM()));
    }
    // A second number, such as that of the link which this rail completes, touches the first.
    const next = [[0, 0], [0, 1], [0, -1], [1, 0], [-1, 0]];
    return next.map(([x, y]) => [at.x - w / 2 + x * (w + gap), at.y - h / 2 + y * (h + gap)]);
  }

  // A seat's plate stays within its card, at the right: its shape and name stand at the left, those of the next one beside it.
  function onCard(box, layer, w, h) {
    const air = AIR * layer.unit, x = box.right - w - air, ways = [];
    for (let i = 0; i < 5; i += 1) {
      const left = x - i * (w + layer.unit);
      if (left > (box.left + box.right) / 2) ways.push([left, box.bottom - h - air], [left, box.top + air], [left, (box.top + box.bottom - h) / 2]);
    }
    return ways;
  }

  // In the row of a list the sign stands at the left and the figures at the right: a plate goes between them, or before the row.
  function inRow(box, layer, w, h) {
    const y = (box.top + box.bottom - h) / 2, ways = [];
    for (let x = box.left + 1.6 * (box.bottom - box.top); x + w < box.right; x += h / 3) ways.push([x, y]);
    return [...ways, [box.left - w - AIR * layer.unit, y]];
  }

  // Points around a place, the nearest first.
  const FAR = 4;
  function around(box, w, h) {
    const step = h / 3, found = [];
    for (let y = box.top - FAR * h; y < box.bottom + FAR * h; y += step) {
      for (let x = box.left - FAR * h; x < box.right + FAR * h; x += step) {
        const dx = Math.max(box.left - x - w, 0, x - box.right), dy = Math.max(box.top - y - h, 0, y - box.bottom);
        found.push([Math.hypot(dx, dy), x, y]);
      }
    }
    return found.sort((a, b) => a[0] - b[0]).map(([, x, y]) => [x, y]);
  }

  // A corner where it covers no other plate, no word if that can be, and little of the place: below first, for names stand above.
  function spot({ box, kind }, layer, w) {
    const h = HIGH * layer.unit, { edge } = layer;
    const clear = (at) => layer.taken.every((o) => at.x + w <= o.x || o.x + o.w <= at.x || at.y + h <= o.y || o.y + h <= at.y);
    const kept = ([x, y]) => ({
      w, x: Math.min(Math.max(x, edge.left), edge.right - w), y: Math.min(Math.max(y, edge.top), edge.bottom - h),
    });
    const free = (ways) => ways.map(kept).filter(clear).sort((a, b) => covers(a, h, layer) - covers(b, h, layer))[0];
    const wanted = {
      rail: () => onRail(box, w, h, layer.unit).map(kept).find(clear),
      seat: () => free(onCard(box, layer, w, h)),
      row: () => inRow(box, layer, w, h).map(kept).filter(clear).find((at) => !covers(at, h, layer)),
    }[kind]?.();
    if (wanted) { layer.taken.push(wanted); return wanted; }
    const right = box.right - w * 0.35, left = box.left - w * 0.65, below = box.bottom - h * 0.4, above = box.top - h * 0.6;
    const tries = [[right, below], [left, below], [right, above], [left, above]];
    const inside = tries.filter(([x, y]) => kept([x, y]).x === x && kept([x, y]).y === y);
    for (let i = 1; i < 9; i += 1) tries.push([right - i * (w + layer.unit), above]);
    const corner = free(inside);
    // Where every corner lies on words or figures, somewhere beside the place; the corners around it say whose it is.
    const aside = corner && covers(corner, h, layer) ? around(box, w, h).map(kept).filter(clear).find((at) => !covers(at, h, layer)) : null;
    // At the rim of a sheet the upper corners hide less.
    const at = aside ?? corner ?? [...tries.slice(2), ...tries].map(kept).find(clear) ?? kept(tries[0]);
    layer.taken.push(at);
    return at;
  }

  // Where a plate has found its place it stays while its act is told.
  const spots = new Map();
  function placed({ act, box, kind }, layer, w) {
    const key = [layer.sheet.id, act.dataset.number, w, box.left, box.top, box.right].join(" ");
    if (!spots.has(key)) spots.set(key, spot({ box, kind }, layer, w));
    else layer.taken.push(spots.get(key));
    return spots.get(key);
  }

  function plate(found, layer, sign) {
    const { act } = found, { unit } = layer, w = (act.dataset.mark.length > 1 ? WIDER : WIDE) * unit, h = HIGH * unit;
    const at = placed(found, layer, w);
    const made = make("g", { class: `plate by-${act.dataset.paint}`, "data-mark": act.dataset.mark }, layer.group);
    make("rect", { x: at.x, y: at.y, width: w, height: h, rx: 3 * unit }, made);
    const shape = sign.cloneNode(true), size = 10 * unit;
    for (const [key, value] of Object.entries({ x: at.x + 3 * unit, y: at.y + (h - size) / 2, width: size, height: size })) {
      shape.setAttribute(key, value);
    }
    made.append(shape);
    const text = make("text", { x: at.x + (w + 12 * unit) / 2, y: at.y + h / 2, "font-size": 12 * unit }, made);
    text.textContent = act.dataset.mark;
  }

  function clear() { for (const old of document.querySelectorAll(".told-marks")) old.remove(); }
  // What is marked already as it should be stays: the browser has painted it.
  const known = new WeakMap();
  const there = (sheet) => (sheet.lastElementChild?.matches(".told-marks") ? sheet.lastElementChild : null);
  function settle(layers, quiet, untold) {
    for (const old of document.querySelectorAll(".told-marks")) if (there(old.parentNode) !== old || !layers.has(old.parentNode)) old.remove();
    for (const [sheet, layer] of layers) {
      const old = there(sheet), stays = old && known.get(old) === layer.key, group = stays ? old : layer.group;
      if (!stays) fill(layer);
      group.classList.toggle("quiet", quiet);
      for (const one of group.children) one.classList.toggle("untold", untold.has(one.dataset.mark));
      if (stays) continue;
      known.set(group, layer.key);
      if (old) old.replaceWith(group); else sheet.append(group);
    }
  }
  function fill(layer) {
    for (const { act, box, kind } of layer.found) {
      if (kind !== "seat") corners(box, layer, make("g", { class: `corners by-${act.dataset.paint}`, "data-mark": act.dataset.mark }, layer.group));
    }
    for (const found of layer.found) if (found.first) plate(found, layer, found.act.closest("li").querySelector("svg.ic"));
  }

  // `places` says where an act lies, the first place first; what is not told yet is not seen yet.
  function draw(acts, places, quiet, untold) {
    const layers = new Map();
    for (const act of acts) {
      let first = true;
      for (const place of places(act)) {
        const sheet = place.closest("svg.sheet"), layer = sheet && layerOf(sheet, layers), box = layer && boxOf(place, sheet);
        if (!box) continue;
        layer.found.push({ act, box, kind: kindOf(place, box), first });
        first = false;
      }
    }
    for (const [sheet, layer] of layers) {
      if (!layer.found.length) { layers.delete(sheet); continue; }
      const rows = layer.found.map(({ act, box, kind, first }) => {
        const { number, mark, paint } = act.dataset;
        return [number, mark, paint, box.left, box.top, box.right, box.bottom, kind, first];
      });
      layer.key = `${layer.unit} ${rows.join(" ")}`;
    }
    settle(layers, quiet, untold);
  }

  // The one that is told stands out.
  function point(number) {
    for (const one of document.querySelectorAll(".plate")) one.classList.toggle("now", one.dataset.mark === number);
  }

  function hush(yes) { for (const one of document.querySelectorAll(".told-marks")) one.classList.toggle("quiet", yes); }

  // One act has been told, or all of them.
  function tell(number = "") {
    const told = number ? `[data-mark="${number}"]` : "";
    for (const one of document.querySelectorAll(`.told-marks .untold${told}`)) one.classList.remove("untold");
  }

  window.mhMarks = { draw, clear, point, hush, tell, boxOf };
})();
