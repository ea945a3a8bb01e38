// Keys. All can be switched off in the settings; Tab and Enter always work.
(() => {
  const frame = document.getElementById("frame");
  if (!frame || frame.dataset.page !== "table") return;
  const { hide, dock, find, tell, targets } = window.mhTable;
  const focus = (selector) => selector && find(selector)?.focus();
  const LISTS = ["#deck .act", "#choices .act", "#prompt .act"];
  const seen = (one) => one?.checkVisibility({ visibilityProperty: true });
  const keys = {
    c: () => { window.mhRoom?.pick("choices"); focus(LISTS.find((list) => find(list)?.checkVisibility({ visibilityProperty: true }))); },
    // Where nothing on the board itself can be chosen, what glows lies beside it: a card of the hand, the own board.
    b: () => { const lit = targets(); (lit.find((one) => one.closest(".part-board")) ?? lit[0])?.focus(); },
    l: () => { dock("log"); focus("#dock-log"); },
    d: () => find("#close-end")?.click(),
    p: () => find("#close-skip")?.click(),
    u: () => find("#undo")?.click(),
    i: () => { const on = document.activeElement?.closest("[data-act]"); if (on) tell(on); },
    m: () => window.mhDeck?.fold(),
    s: () => window.mhSince?.show(),
    o: () => window.mhSince?.whole(),
    t: () => find("#to-past")?.click(),
    "+": () => window.mhCamera.middle(1.4),
    "-": () => window.mhCamera.middle(1 / 1.4),
    0: () => window.mhCamera.fit(),
    r: () => find("#retry [data-retry=again]")?.click(),
    h: () => {
      const hint = find("#retry details:not([open])");
      if (!hint) { find("#hint")?.click(); return; }
      hint.setAttribute("open", "");
      hint.querySelector("summary").focus();
    },
    n: () => find("#retry-next")?.click(),
    "?": () => find("#help").showModal(),
  };
  // While keys are in use the list shows the numbers that choose from it.
  const keyed = (yes) => { if (frame.hasAttribute("data-keyed") !== yes) frame.toggleAttribute("data-keyed", yes); };
  document.addEventListener("pointerdown", () => keyed(false), true);
  document.addEventListener("keydown", (event) => {
    if (frame.dataset.keys !== "0" && !/^(Control|Shift|Alt|Meta|Escape)$/.test(event.key)) keyed(true);
    if (event.key === "Escape") { hide(); return; }
    // A key that is held down answers one question, not those that come after it.
    if (event.repeat && !/^(Arrow.*|[+-])$/.test(event.key) && !event.target.closest("input, textarea, select, dialog[open]")) {
      if (event.target.closest("[data-act]") || !/^(Enter| |Tab)$/.test(event.key)) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || frame.dataset.keys === "0") return;
    if (event.target.closest("input, textarea, select, dialog[open]")) return;
    const list = ["#deck", "#choices", "#prompt"].flatMap((place) => [...document.querySelectorAll(`${place} .act`)]);
    if (/^[1-9]$/.test(event.key) && list[Number(event.key) - 1]) {
      list[Number(event.key) - 1].click();
      event.preventDefault();
    } else if (/^[1-3]$/.test(event.key) && find(".views")) {
      document.querySelectorAll(".views a")[Number(event.key) - 1]?.click();
      event.preventDefault();
    } else if (keys[event.key.toLowerCase()]) {
      keys[event.key.toLowerCase()]();
      event.preventDefault();
    } else if (event.key.startsWith("Arrow")) {
      walk(event, list);
    }
  });

  // A first match begins with a word of what it is about; reloading the page does not say it again.
  if ("first" in frame.dataset) {
    find("#help").showModal();
    find("#help .brief-more .btn")?.focus();
    history.replaceState(null, "", window.location.pathname);
  }

  // Arrows walk through the list of choices, and on the boards to the nearest place that way; from the question to the first.
  function walk(event, list) {
    const on = document.activeElement;
    // While the others' acts are shown, these two lead from one to the next.
    if (frame.hasAttribute("data-telling") && /Left|Right/.test(event.key) && !on.closest("#choices, #prompt")) return;
    const to = on.matches("svg a.mh-legal") ? that(on, event.key) : along(on, list.filter(seen), event.key);
    if (!to) return;
    to.focus();
    event.preventDefault();
  }
  const START = "#question, #choices";
  function along(on, rows, key) {
    const at = rows.indexOf(on);
    if (at < 0) return on.matches(START) ? rows.find((row) => !row.closest("#prompt")) ?? targets()[0] ?? rows[0] : null;
    const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
    return rows[(at + step + rows.length) % rows.length];
  }
  // What lies aside counts double: the eye follows the line.
  function that(on, key) {
    const middle = (one) => { const r = one.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const [x, y] = middle(on), down = /Down|Up/.test(key), way = /Down|Right/.test(key) ? 1 : -1;
    const far = targets().filter((one) => one !== on).map((one) => {
      const [a, b] = middle(one), ahead = way * (down ? b - y : a - x), aside = Math.abs(down ? a - x : b - y);
      return { one, ahead, cost: ahead + 2 * aside };
    });
    return far.filter(({ ahead }) => ahead > 1).sort((a, b) => a.cost - b.cost)[0]?.one;
  }
})();
