// Slips: what a choice costs and brings stands beside its place, and so do the ways to choose it.
(() => {
  const GAP = 10, EDGE = 8, MOST = 80;
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const within = (value, most) => Math.max(EDGE, Math.min(value, most - EDGE));

  // Right of the place, left of it, below, above: where it stays on the screen and hides the fewest other places.
  function spot(w, h, at, others) {
    const x = within(at.left, window.innerWidth - w), y = within(at.top, window.innerHeight - h);
    const tried = [[at.right + GAP, y], [at.left - w - GAP, y], [x, at.bottom + GAP], [x, at.top - h - GAP]];
    const cost = ([left, top]) => {
      const box = { left, top, right: left + w, bottom: top + h };
      const off = left < EDGE || top < EDGE || box.right > window.innerWidth - EDGE || box.bottom > window.innerHeight - EDGE;
      return (off ? MOST : 0) + others.filter((one) => meets(box, one)).length;
    };
    const best = tried.map((one) => [cost(one), one]).sort((a, b) => a[0] - b[0])[0][1];
    return [within(best[0], window.innerWidth - w), within(best[1], window.innerHeight - h)];
  }

  // The other places that can be chosen now; beside an act of the prompt bar its other acts.
  function others(place) {
    const found = [...document.querySelectorAll(place.closest("#prompt") ? "#prompt button" : "svg.sheet a.mh-legal")].slice(0, MOST);
    return found.filter((one) => one !== place && one.checkVisibility()).map((one) => one.getBoundingClientRect());
  }

  // Large screens magnify slips: their own lengths are counted before that, the screen's after.
  function beside(box, at, place) {
    const zoom = box.currentCSSZoom ?? 1, { width, height } = box.getBoundingClientRect();
    const [left, top] = spot(width, height, at, place ? others(place) : []);
    box.style.left = `${left / zoom}px`;
    box.style.top = `${top / zoom}px`;
  }

  // The window of ways becomes the slip of a place until it is closed; without a place it stands in the middle as ever.
  function pin(menu, place) {
    for (const old of document.querySelectorAll(".slipped")) old.classList.remove("slipped");
    menu.classList.toggle("slip", Boolean(place));
    if (!place) { menu.style.left = menu.style.top = ""; return; }
    place.classList.add("slipped");
    beside(menu, place.getBoundingClientRect(), place);
  }
  const menu = document.getElementById("menu");
  menu?.addEventListener("close", () => { if (!menu.open) pin(menu, null); });

  // A click beside a slip closes it, and means what lies there. While it is open nothing else can be hit.
  function aside(event) {
    if (event.target !== menu) return false;
    const r = menu.getBoundingClientRect(), x = event.clientX, y = event.clientY;
    return menu.matches(".slip") && (x < r.left || x > r.right || y < r.top || y > r.bottom);
  }
  document.addEventListener("keydown", (event) => {
    if (!menu?.matches(".slip[open]") || !/^[1-9]$/.test(event.key) || document.getElementById("frame").dataset.keys === "0") return;
    const row = menu.querySelectorAll(".act")[Number(event.key) - 1];
    if (row) { event.preventDefault(); row.click(); }
  });

  // Ways to choose one place mostly end in its name: said once, above them. `rows`: copies of the buttons of the list.
  const words = (row) => row.querySelector("b").textContent.split(" ");
  function shared(rows) {
    const all = rows.map(words), first = all[0];
    let n = 0;
    while (all.every((one) => one.length > n + 1 && one.at(-n - 1) === first.at(-n - 1))) n += 1;
    return n > 1 && rows.length > 1 ? n : 0;
  }
  const upper = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);
  function shorten(rows) {
    const n = shared(rows), tail = n ? words(rows[0]).slice(-n).join(" ") : "";
    for (const row of n ? rows : []) row.querySelector("b").textContent = words(row).slice(0, -n).join(" ").replace(/[,:;]$/, "");
    return upper(tail);
  }

  // More than six are a grid; what the one at hand needs and does stands below it.
  const MANY = 6;
  function slip(rows, head) {
    const copies = rows.map((row) => row.cloneNode(true)), place = shorten(copies), many = copies.length > MANY;
    const list = document.createElement("ul");
    list.className = many ? `acts-menu many${copies.length % 4 ? "" : " by-four"}` : "acts-menu";
    for (const copy of copies) list.append(Object.assign(document.createElement("li"), { innerHTML: copy.innerHTML }));
    const title = place ? `<span>${place}</span> ${head?.querySelector(".rule")?.outerHTML ?? ""}` : head?.innerHTML ?? "";
    // All that may be told below has its room from the start: the buttons must not move under the mouse.
    const told = copies.map((copy) => Object.assign(document.createElement("span"), { textContent: copy.querySelector("small")?.textContent ?? "" }));
    const below = many ? `<p class="of-one">${told.map((one) => one.outerHTML).join("")}</p>` : "";
    return `${title && `<h2>${title}</h2>`}${list.outerHTML}${below}`;
  }
  function tell(event) {
    const act = event.target.closest?.(".slip .many .act"), lines = menu?.querySelectorAll(".of-one span");
    if (!act) return;
    const at = [...menu.querySelectorAll(".many .act")].indexOf(act);
    lines.forEach((line, i) => line.classList.toggle("now", i === at));
  }
  for (const kind of ["pointerover", "focusin"]) menu?.addEventListener(kind, tell);

  // The same for the eye that only rests on a place: up to three in full, of more only what they are and cost.
  const FULL = 3, TOLD = 12;
  function inShort(rows) {
    const copies = rows.slice(0, TOLD).map((row) => row.cloneNode(true)), brief = rows.length > FULL;
    const place = brief ? shorten(copies) : "", more = rows.length - copies.length;
    if (brief) for (const small of copies.flatMap((copy) => [...copy.querySelectorAll("small")])) small.remove();
    const said = copies.map((copy) => `<div>${copy.innerHTML}</div>`).join("") + (more > 0 ? `<div>+${more}</div>` : "");
    return `${place && `<h3>${place}</h3>`}${brief ? `<div class="brief">${said}</div>` : said}`;
  }

  // The figures of a player's panel in words: each has its name as the title of its group. What is a place of its own
  // is told there.
  function figures(place) {
    if (!place.id?.startsWith("seat-")) return "";
    const told = [...place.querySelectorAll("g > title")].filter((one) => one.parentElement.closest("[id]") === place
      && one.parentElement !== place).map((one) => {
      const values = [...one.parentElement.querySelectorAll("text")].map((text) => text.textContent.trim()).filter(Boolean);
      return /\d/.test(one.textContent) ? one.textContent : [one.textContent, ...values].join(" ");
    });
    const part = (tag, text) => Object.assign(document.createElement(tag), { textContent: text }).outerHTML;
    const whose = place.querySelector(":scope > title")?.textContent ?? "";
    return told.length ? `<div class="what">${part("b", whose)}${part("span", told.join("; "))}</div>` : "";
  }

  window.mhSlips = { beside, pin, aside, slip, inShort, figures };
})();
