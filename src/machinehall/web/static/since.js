// What the others did: marked on the boards, told one after the other at the reader's pace. The table itself is always true.
(() => {
  const frame = document.getElementById("frame"), table = window.mhTable;
  if (!frame || !table || frame.dataset.page !== "table") return;
  const { find, state } = table;
  const TIMES = { quick: 500, slow: 1500 };
  const acts = () => [...document.querySelectorAll("#since .tell")]
    .sort((a, b) => Number(a.dataset.number) - Number(b.dataset.number));
  const places = (act) => act.dataset.places.split(" ").filter(Boolean)
    .map((id) => document.getElementById(id)).filter(Boolean);
  const pace = () => find("#since [name=pace]:checked")?.value ?? "off";
  const key = `mh-seen-${frame.dataset.match}`;
  const seen = () => Number(sessionStorage.getItem(key) ?? -1);
  const last = () => Number(acts().at(-1)?.dataset.number ?? -1);
  let told = last(), timer = 0, line = [];

  // Marks stay on the boards until the reader has taken note of them or acts.
  function mark() {
    for (const old of document.querySelectorAll(".happened")) old.classList.remove("happened");
    const since = find("#since");
    if (!since) return;
    const quiet = !since.dataset.fresh || last() <= seen();
    since.classList.toggle("noted", quiet);
    if (quiet) return;
    for (const act of acts()) {
      for (const place of places(act)) {
        if (place.id.startsWith("seat-")) continue;
        place.classList.add("happened");
        place.style.setProperty("--by", `var(--player-${act.dataset.paint}-fill)`);
      }
    }
  }

  // Telling

  function point(act) {
    for (const old of document.querySelectorAll(".telling, .shown")) old.classList.remove("telling", "shown");
    if (!act) return;
    act.classList.add("telling");
    for (const place of places(act)) place.classList.add("shown");
    const list = find("#since ol"), box = act.getBoundingClientRect(), frameBox = list.getBoundingClientRect();
    if (box.top < frameBox.top || box.bottom > frameBox.bottom) list.scrollTop += box.top - frameBox.top;
  }
  function next() {
    clearTimeout(timer);
    let act = line.shift();
    while (act && !act.isConnected) act = line.shift();
    const running = Boolean(act);
    point(act);
    const stop = find("#since-stop");
    if (stop) stop.hidden = !running;
    const list = find("#since ol");
    if (!running && list) list.scrollTop = 0;
    if (running) timer = setTimeout(next, TIMES[pace()] ?? TIMES.slow);
  }
  function stop() { line = []; next(); }
  function tell(fresh) {
    line.push(...fresh);
    if (fresh.length && find("#since-stop")?.hidden !== false) next();
  }

  // A click shows where it was, also when that lies on another tab or outside the picture.
  function lead(act) {
    stop();
    point(act);
    const place = places(act)[0];
    if (!place) return;
    if (!place.checkVisibility()) {
      const tab = [...place.closest(".part")?.classList ?? []].find((name) => name.startsWith("in-"));
      if (tab) find(`nav.tabs [data-tab=${tab.slice(3)}]`)?.click();
    }
    if (frame.matches(".zoomed") && place.closest(".part-board")) window.mhCamera.center(place);
    else place.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    const act = event.target.closest(".tell");
    if (act) { event.preventDefault(); lead(act); }
    else if (event.target.closest("[data-since-stop]")) stop();
    else if (event.target.closest("[data-since-show]")) { stop(); tell(acts()); }
    else if (event.target.closest("[data-since-seen]")) { sessionStorage.setItem(key, String(last())); stop(); mark(); }
  });
  document.addEventListener("change", (event) => {
    if (event.target.name !== "pace" || !event.target.closest("#since")) return;
    fetch("/settings", { method: "POST", body: new URLSearchParams({ pace: event.target.value }), redirect: "manual" });
    if (event.target.value === "off") stop();
  });

  // What came since the page looked last is told in its order; an act of one's own ends that.
  function laid() {
    mark();
    const fresh = acts().filter((act) => Number(act.dataset.number) > told);
    told = Math.max(told, last());
    if (!find("#since")?.dataset.fresh) { stop(); return; }
    if (!fresh.length || state().mode !== "live") return;
    find("#since-said").textContent = fresh.map((act) => {
      return `${act.closest("li").querySelector(".name").textContent}: ${act.textContent}`;
    }).join(" ");
    if (pace() !== "off") tell(fresh);
  }
  frame.addEventListener("mh:laid", laid);
  window.mhSince = { show: () => { stop(); tell(acts()); } };
  mark();
})();
