// Keys. All can be switched off in the settings; Tab and Enter always work.
(() => {
  const frame = document.getElementById("frame");
  if (!frame || frame.dataset.page !== "table") return;
  const { hide, dock, find, tell } = window.mhTable;
  const focus = (selector) => selector && find(selector)?.focus();
  const LISTS = ["#deck .act", "#choices .act", "#prompt .act"];
  const keys = {
    c: () => { window.mhRoom?.pick("choices"); focus(LISTS.find((list) => find(list)?.checkVisibility({ visibilityProperty: true }))); },
    b: () => focus(".part-board a[data-act]"),
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
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { hide(); return; }
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

  // Arrows walk through the list of choices.
  function walk(event, list) {
    const at = list.indexOf(document.activeElement);
    if (at < 0) return;
    const step = event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1;
    list[(at + step + list.length) % list.length].focus();
    event.preventDefault();
  }
})();
