// The curve of a review is one stop of the Tab key: a hair line follows the mouse or the arrow keys from turn to turn,
// what all seats were to expect there is said below, and Enter opens a key turn. The figures are those of the table.
(() => {
  const place = document.getElementById("review");
  if (!place) return;
  const NS = "http://www.w3.org/2000/svg";
  let at = -1;
  const curve = () => place.querySelector("svg[data-curve]");
  const rows = () => [...place.querySelectorAll(".rv-figures tbody tr")];
  const frame = (svg) => svg.dataset.curve.split(" ").map(Number);
  const numbers = (row) => Number(row.firstElementChild.textContent);
  const names = () => [...place.querySelectorAll(".rv-figures thead th")].slice(1).map((head) => head.textContent.trim());
  const mark = (svg, row) => svg.querySelector(`a[data-turn="${numbers(row)}"]`);

  function show(next) {
    const svg = curve(), all = rows(), said = place.querySelector(".rv-here");
    svg?.querySelector(".rv-hair")?.remove();
    at = Math.min(all.length - 1, Math.max(-1, next));
    const row = all[at];
    if (!svg || !said) return;
    if (!row) { said.textContent = ""; return; }
    const [left, right, first, last, top, foot] = frame(svg), x = left + ((right - left) * (numbers(row) - first)) / Math.max(1, last - first);
    const hair = document.createElementNS(NS, "path");
    hair.setAttribute("class", "rv-hair");
    hair.setAttribute("d", `M${x} ${top}V${foot}`);
    svg.prepend(hair);
    const figures = [...row.querySelectorAll("td")].map((cell, k) => `${names()[k]} ${cell.textContent.trim()}`);
    const link = mark(svg, row);
    said.textContent = `${said.dataset.turn} ${numbers(row)}: ${figures.join(", ")}${link ? `. ${link.getAttribute("aria-label")}` : ""}`;
  }
  place.addEventListener("pointermove", (event) => {
    const svg = event.target.closest("svg[data-curve]");
    if (!svg || event.pointerType === "touch") return;
    const [left, right, first, last] = frame(svg), box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    const wish = first + ((x - left) / (right - left)) * (last - first), all = rows();
    show(all.reduce((best, row, k) => (Math.abs(numbers(row) - wish) < Math.abs(numbers(all[best]) - wish) ? k : best), 0));
  });
  place.addEventListener("keydown", (event) => {
    const svg = event.target.closest("svg[data-curve]");
    if (!svg || event.ctrlKey || event.altKey || event.metaKey) return;
    const ways = { ArrowRight: at + 1, ArrowLeft: Math.max(0, at - 1), Home: 0, End: rows().length - 1 };
    if (event.key in ways) show(ways[event.key]);
    else if (event.key === "Enter" && rows()[at] && mark(svg, rows()[at])) window.location.assign(mark(svg, rows()[at]).getAttribute("href"));
    else return;
    event.preventDefault();
  });

  // Anew whenever the page has put a newer curve in place.
  function dress() {
    const svg = curve();
    if (!svg || svg.hasAttribute("tabindex")) return;
    svg.setAttribute("tabindex", "0");
    for (const link of svg.querySelectorAll("a")) link.setAttribute("tabindex", "-1");
    at = -1;
  }
  new MutationObserver(dress).observe(place, { childList: true });
  dress();

  // When a review is opened for the first time its curve draws itself, and the account grows.
  const seen = `mh-review-${window.location.pathname}`;
  if (curve() && !localStorage.getItem(seen)) {
    localStorage.setItem(seen, "1");
    place.classList.add("rv-first");
    setTimeout(() => place.classList.remove("rv-first"), 1_000);
  }
})();

// Keys of the pages after a match. All can be switched off in the settings.
(() => {
  const find = (selector) => document.querySelector(selector);
  const click = (selector) => () => find(selector)?.click();
  const views = (name) => click(`.views #${name}`);
  function key(step) {
    const link = find(step > 0 ? "#key-next" : "#key-back");
    if (link) { link.click(); return; }
    const open = [...document.querySelectorAll(".rv-key [id^=open-]")], here = open.indexOf(document.activeElement);
    open[here < 0 ? (step > 0 ? 0 : open.length - 1) : Math.min(open.length - 1, Math.max(0, here + step))]?.focus();
  }
  function other(first, second) {
    const turn = find(".rv-turn"), now = turn?.dataset.pick;
    [...document.querySelectorAll(`button[data-pick=${now === first ? second : first}]`)].find((button) => button.checkVisibility())?.click();
  }
  const keys = {
    1: views("leave-past"), 2: views("to-review"), 3: views("watch"), "[": () => key(-1), "]": () => key(1), s: click("#copy-address"),
    t: click("#retry, #learn"), b: click("a#bots-saw"), x: () => other("before", find(".rv-turn")?.dataset.pick === "better" ? "better" : "played"),
    p: () => other("played", "better"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.documentElement.dataset.keys === "0") return;
    if (event.target.closest("input, textarea, select, dialog[open]") || !keys[event.key.toLowerCase()]) return;
    keys[event.key.toLowerCase()]();
    event.preventDefault();
  });
})();
