// How a large screen is shared out. Text keeps its size, the map takes what is left, and panels that do not fit beside it
// go into tabs. All heights are in the units of the drawings; --f says how many pixels one of them is.
(() => {
  const frame = document.getElementById("frame"), table = window.mhTable;
  if (!frame || !table || frame.dataset.page !== "table") return;
  const { find, state } = table;
  const root = document.documentElement;
  const GAP = 8, TABS = 30, STORY = 78, LOW = 75, TALE = 196, LIST = 92, MOST = 260, UNDER = 124, SLACK = 24, SMALL = 120;
  const LOG = 150, LISTED = 200, MUCH = 0.4, NARROW = 400, BESIDE = 239, WORDS = 60, MANY_WORDS = 420;
  const active = () => root.dataset.size === "wide" && find("#main[data-layout=parts]");

  const sizes = (part) => ({ id: part.id.slice(5), tab: part.dataset.tabOf, w: Number(part.dataset.wide), h: Number(part.dataset.high) });
  const tall = (parts) => parts.reduce((sum, part) => sum + part.h + GAP, 0);
  const highest = (parts, least) => Math.max(least, ...parts.map((part) => part.h));

  // What is used in every turn stays in sight first; then whatever still lets the highest of the others have its room.
  const rank = (part) => (part.id === "hand" ? 0 : part.h <= SMALL ? 1 : part.tab === "players" ? 2 : part.tab === "you" ? 4 : 3);
  function pinned(parts, room, logBeside) {
    let pins = [];
    for (const part of [...parts].sort((a, b) => rank(a) - rank(b))) {
      const tried = [...pins, part], rest = parts.filter((one) => !tried.includes(one));
      const need = rest.length || !logBeside ? TABS + highest(rest, logBeside ? 0 : LOG) : -GAP;
      const handy = rank(part) < 2 && tall(tried) <= room * MUCH;
      if (handy || tall(tried) + need <= room + SLACK) pins = tried;
    }
    return parts.filter((part) => pins.includes(part));
  }

  function columns(width, height, f, parts) {
    const side = Math.max(...parts.map((part) => part.w)) * f;
    if (width >= 1800 && height >= 900) return { side, third: Math.min(420, Math.max(340, width * 0.18)) };
    return { side, third: side < NARROW * f ? BESIDE : 0 };
  }

  // `tale`: whether there is a strip; `asks`: whether the reader can ever be asked here; `line`: whether a line of time takes its
  // room from the map, which then goes down to it.
  // `above`: the height of a panel that stands at the head of the side column.
  function share({ width, height, room, above, f, map, parts, tale, asks, line }) {
    const { side, third } = columns(width, height, f, parts);
    const left = width - 3 * GAP - side - (third ? third + GAP : 0), small = width < 1440 || height < 840;
    const narrow = third === BESIDE, keep = small || !tale || line ? 0 : (STORY + GAP) * f;
    const k = Math.min(left / map.w, (room - keep) / map.h), under = (room - map.h * k) / f - GAP;
    const story = under >= LOW ? "map" : narrow ? "third" : "side", high = (room - above) / f;
    const taken = story === "side" && tale ? LOW + GAP : 0;
    const pins = pinned(parts, high - taken - (above ? SLACK : 0), third > 0), tabbed = parts.filter((part) => !pins.includes(part));
    const tabs = tabbed.length > 0 || !third;
    const spare = high - taken - tall(pins) - (tabs ? TABS + highest(tabbed, third ? 0 : LOG) : -GAP);
    const list = !asks ? "none" : narrow ? "third" : story === "map" && under >= UNDER ? "map" : spare >= LIST + GAP ? "side" : third ? "third" : "tab";
    const top = { story: tall(pins), list: tall(pins) + taken, tabs: tall(pins) + taken, third: 0 };
    const highs = { story: story === "side" ? LOW : TALE, list: Math.min(MOST, spare - GAP) };
    if (list === "side") top.tabs += highs.list + GAP;
    // What is left, or the list while nothing is asked, tells the own board in words; who only watches has none.
    const own = parts.some((part) => part.id === "hand" || part.id === "own");
    const spelled = list === "side" ? "list" : own && spare >= WORDS + GAP ? "spare" : "";
    if (list === "side") { top.spelled = top.list; highs.spelled = highs.list; }
    if (spelled === "spare") { top.spelled = top.tabs; highs.spelled = Math.min(tabs ? MOST : MANY_WORDS, spare - GAP); top.tabs += highs.spelled + GAP; }
    if (story === "third" && tale) { top.story = 0; top.third += TALE + GAP; }
    if (list === "third") { top.list = top.third; highs.list = narrow ? LISTED : MOST; top.third += highs.list + GAP; }
    const wide = Math.min(left, map.w * k);
    return { f, side, third: third + Math.max(0, Math.min(left - wide, 120) * (third && (!narrow || line) ? 1 : 0)), wide, under, story, list, spelled,
      tabs, top, highs, between: top.tabs - tall(pins), tabbed: tabbed.map((part) => part.id) };
  }

  let plan = null, said = "", made = "";
  function set() {
    const now = JSON.stringify(plan);
    if (now === said) return;
    said = now;
    const { top, highs } = plan;
    const values = { map: `${plan.wide}px`, side: `${plan.side}px`, third: `${plan.third}px`, under: plan.under,
      "story-top": top.story, "story-high": highs.story, "list-top": top.list, "list-high": highs.list, "tabs-top": top.tabs,
      "third-top": top.third, "spelled-top": top.spelled ?? 0, "spelled-high": highs.spelled ?? 0, between: plan.between };
    for (const [name, value] of Object.entries(values)) frame.style.setProperty(`--${name}`, value);
    choose();
    const marks = { story: plan.story, list: plan.list, column: plan.third ? "1" : "", tabs: plan.tabs ? "1" : "", spelled: plan.spelled };
    for (const [name, value] of Object.entries(marks)) frame.dataset[name] = value;
  }

  // A tab that is gone gives way to the own board, and the log to the boards where it has no column of its own.
  const open = () => [...plan.tabbed, ...(plan.list === "tab" ? ["choices"] : [])];
  function choose() {
    const found = open();
    if (!found.includes(frame.dataset.panel)) frame.dataset.panel = found.includes("own") ? "own" : found[0] ?? "";
    if (plan.third && frame.dataset.dock === "boards") frame.dataset.dock = "log";
    if (!plan.third && frame.dataset.column !== "" && found.length) frame.dataset.dock = "boards";
    // Who watches a match that was reviewed finds its key turns there.
    if (!find("#dock-keys")) { if (frame.dataset.dock === "keys") frame.dataset.dock = "log"; return; }
    if (!frame.dataset.keysSeen) { frame.dataset.keysSeen = "1"; frame.dataset.dock = "keys"; }
  }

  // Classes are put on what comes from the server before it is laid, so nothing is shown twice.
  let dressed = "";
  const shape = () => `${said} ${frame.dataset.panel} ${frame.dataset.dock} ${frame.dataset.column}`;
  function dress(within) {
    if (!plan || !active()) return;
    dressed = shape();
    const shown = open(), now = inSight();
    for (const part of within.querySelectorAll("#boards .part")) {
      const id = part.id.slice(5);
      part.classList.toggle("tabbed", plan.tabbed.includes(id));
      part.classList.toggle("open", id === now);
      // What scrolls must be reached by keys as well.
      if (id === now) part.setAttribute("tabindex", "0"); else part.removeAttribute("tabindex");
    }
    for (const tab of within.querySelectorAll("#board-tabs [data-panel]")) {
      tab.hidden = !shown.includes(tab.dataset.panel);
      tab.setAttribute("aria-selected", String(tab.dataset.panel === now));
    }
    find("#choices", within)?.classList.toggle("open", plan.list !== "tab" || now === "choices");
  }

  // A question whose choices have no place shows them as a list; one whose places all lie in tabs opens the first. What was open
  // before comes back when it is answered.
  let asked = "", before = null;
  const inSight = () => frame.dataset.column || frame.dataset.dock === "boards" ? frame.dataset.panel : "";
  const glowing = () => [...document.querySelectorAll("#main .part.glows")].map((part) => part.id.slice(5));
  function wanted() {
    if (!state().asked) return "";
    if (state().loose) return plan.list === "tab" ? "choices" : "";
    const lit = glowing();
    const unseen = (id) => plan.tabbed.includes(id) && id !== inSight();
    // Log, chat and notes hide all tabs at once: they give way to a board with something to choose.
    const hidden = inSight() ? "" : lit.find((id) => id === frame.dataset.panel) ?? lit.find(unseen);
    return lit.length && lit.every(unseen) ? lit[0] : hidden && unseen(hidden) ? hidden : "";
  }
  function offer() {
    if (state().offer === asked) return;
    asked = state().offer;
    // What was opened stays while the next question can be answered there too: one orders good after good on the market.
    if (before && state().asked && !state().loose && glowing().includes(inSight())) return;
    if (before) { [frame.dataset.panel, frame.dataset.dock] = before; before = null; }
    const id = wanted();
    if (!id || id === inSight()) return;
    before = [frame.dataset.panel, frame.dataset.dock];
    frame.dataset.panel = id;
    if (!frame.dataset.column) frame.dataset.dock = "boards";
  }

  function look(again) {
    const main = active();
    if (!main) return;
    const parts = [...main.querySelectorAll("#boards > .part")].map(sizes), ids = parts.map((part) => part.id).join();
    const screen = `${window.innerWidth}x${window.innerHeight} ${Boolean(find("#lesson"))} ${Boolean(find("#retry"))} ${state().mode} ${ids}`;
    // Panels keep their place for a whole turn.
    if (again || screen !== made || !state().asked || find("#since")?.dataset.fresh) {
      const f = Number(getComputedStyle(frame).getPropertyValue("--f")) || 1;
      const over = ["#bar", "#prompt", "#lesson", ".timeline"].reduce((sum, one) => sum + (find(one)?.getBoundingClientRect().height ?? 0), 0);
      const room = window.innerHeight - over - 2 * GAP - (find("#lesson") ? GAP : 0) - (find(".timeline") ? GAP * f : 0);
      const above = find("#retry") ? find("#retry").getBoundingClientRect().height + GAP * f : 0;
      const tale = Boolean(find("#since")), asks = Boolean(state().mine) && state().mode !== "past";
      const size = { width: window.innerWidth, height: window.innerHeight, room, above, f };
      plan = share({ ...size, map: sizes(find("#part-board")), parts, tale, asks, line: Boolean(find(".timeline")) });
      set();
      made = screen;
    }
    offer();
    if (again || dressed !== shape()) table.mark();
  }

  function pick(id) {
    frame.dataset.panel = id;
    before = null;
    if (!frame.dataset.column) frame.dataset.dock = "boards";
    table.mark();
    window.mhSince?.mark();
  }
  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-panel][role=tab]");
    if (tab) pick(tab.dataset.panel);
  });
  // Acts whose place lies in a tab that is not open: their numbers stand on the tab.
  function note(acts, places) {
    noteTabs(acts, places);
    const found = new Map();
    for (const act of acts) {
      const seen = places(act), part = seen.some((place) => place.checkVisibility()) ? null : seen[0]?.closest("#boards .tabbed");
      if (part) found.set(part.id.slice(5), [...found.get(part.id.slice(5)) ?? [], act.dataset.mark]);
    }
    for (const tab of document.querySelectorAll("#board-tabs [data-panel]")) {
      const marks = found.get(tab.dataset.panel)?.join(", ") ?? "";
      if ((tab.dataset.marks ?? "") === marks) continue;
      if (marks) tab.dataset.marks = marks; else delete tab.dataset.marks;
      const { name, noted } = tab.dataset;
      if (name) tab.title = marks ? noted.replace("{0}", marks) : name;
    }
  }
  // On smaller screens whole sides of the table are tabs: those too say what the others did there.
  function noteTabs(acts, places) {
    const found = new Map();
    for (const act of acts) {
      const seen = places(act), part = seen.some((place) => place.checkVisibility()) ? null : seen[0]?.closest(".part");
      const tab = part?.className.match(/\bin-(\w+)/)?.[1];
      if (tab) found.set(tab, [...found.get(tab) ?? [], act.dataset.mark]);
    }
    for (const tab of document.querySelectorAll("nav.tabs [data-tab]")) {
      const marks = found.get(tab.dataset.tab)?.join(", ") ?? "";
      if ((tab.dataset.marks ?? "") === marks) continue;
      if (marks) tab.dataset.marks = marks; else delete tab.dataset.marks;
    }
  }
  // A place in a tab is brought to light.
  function reveal(place) {
    const part = place?.closest("#boards .part.tabbed:not(.open)");
    if (part) pick(part.id.slice(5));
  }
  window.mhRoom = { dress, note, reveal, pick: (id) => { if (plan && open().includes(id)) pick(id); } };
  let timer = 0;
  window.addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(() => look(true), 60); });
  frame.addEventListener("mh:laid", () => look(false));
  look(true);
})();
