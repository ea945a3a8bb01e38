// On a phone boards and choices go on below the acts, or begin above: a button says how many of the choices lie there, and goes there.
(() => {
  const frame = document.getElementById("frame");
  if (!frame || frame.dataset.page !== "table") return;
  const { find, state, targets } = window.mhTable;
  const OVERLAP = 60;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const middle = (one) => { const r = one.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };

  // Where the camera does not look, a place is neither in sight nor anywhere one could scroll to.
  function framed(one) {
    const box = one.closest(".view")?.getBoundingClientRect(), [x, y] = middle(one);
    return !box || x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }
  // How high the places of each choice lie, in the list and on the boards.
  function offered() {
    const places = new Map(), rows = [...document.querySelectorAll("#choices .act")].filter((row) => row.checkVisibility());
    const put = (act, one) => places.set(act, [...places.get(act) ?? [], middle(one)[1]]);
    for (const row of rows) put(row.dataset.act, row);
    for (const link of targets().filter(framed)) for (const act of (link.dataset.acts ?? link.dataset.act).split("|")) put(act, link);
    return [[...places.values()], rows.map((row) => middle(row)[1])];
  }
  // How far the nearest of each choice is away, where none is in sight between question and acts: below they count from there on.
  function missing() {
    const top = find("#prompt").getBoundingClientRect().bottom, bottom = find("#prompt .acts").getBoundingClientRect().top;
    const [places, rows] = offered(), there = (y) => y >= top && y <= bottom, away = (y) => (y > bottom ? y - bottom : top - y);
    // A list of which a part is in sight tells by itself that it goes on.
    if (rows.some(there)) return null;
    const nearest = places.filter((all) => !all.some(there)).map((all) => all.reduce((one, other) => (away(other) < away(one) ? other : one)));
    const below = nearest.filter((y) => y > bottom), hidden = below.length ? below : nearest;
    const step = Math.max(bottom - top - OVERLAP, Math.min(...hidden.map(away)) + 2 * OVERLAP);
    return hidden.length ? { many: hidden.length, way: below.length ? "below" : "above", step: below.length ? step : -step } : null;
  }
  const quiet = () => document.documentElement.dataset.size !== "narrow" || !state().asked || frame.matches("[data-tale], [data-telling]") || find("#deck");

  let drawn = 0;
  function soon() { drawn ||= requestAnimationFrame(() => { drawn = 0; look(); }); }
  function look() {
    const button = find("#beyond");
    if (!button) return;
    const found = quiet() ? null : missing();
    if (button.hidden !== !found) button.hidden = !found;
    if (!found) return;
    const words = button.dataset[found.way].replace("{0}", found.many);
    button.dataset.way = found.way;
    if (button.firstChild.data !== words) button.firstChild.data = words;
  }
  document.addEventListener("click", (event) => {
    const found = event.target.closest("#beyond") && missing();
    if (found) find("#main").scrollBy({ top: found.step, behavior: calm.matches ? "instant" : "smooth" });
  });
  frame.addEventListener("mh:laid", soon);
  document.addEventListener("scroll", soon, { capture: true, passive: true });
  for (const event of ["resize", "load"]) window.addEventListener(event, soon);
  // The tale is laid aside, another tab is opened, the camera moves.
  new MutationObserver(soon).observe(frame, { attributeFilter: ["data-tale", "data-telling", "data-tab", "class", "style"] });
})();
