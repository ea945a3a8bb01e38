// What the others did: marked on the boards, told one after the other at the reader's pace. The table itself is always true.
(() => {
  const frame = document.getElementById("frame"), table = window.mhTable;
  if (!frame || !table || frame.dataset.page !== "table") return;
  const { find, state } = table;
  // Milliseconds for an act; at a quick pace also for all that one seat did; and for what is told without being asked for.
  const TIMES = { quick: 400, slow: 1200 }, TURN = 1200, WHOLE = 8000, LEAST = 40;
  const LINE = 17, AIR = 4;
  const acts = () => [...document.querySelectorAll("#since .tell[data-mark]")]
    .sort((a, b) => Number(a.dataset.mark) - Number(b.dataset.mark));
  const there = (ids) => ids.filter(Boolean).map((id) => document.getElementById(id)).filter(Boolean);
  // What has left the table since, such as a card that was bought, is with whoever did it. What a board that is not open
  // now would show, such as a fair while the office is open, has no place.
  const without = (id) => [...document.querySelectorAll("svg.sheet [data-without]")]
    .some((board) => board.dataset.without.split(" ").some((start) => id.startsWith(start)));
  function places(act) {
    const ids = act.dataset.places.split(" "), own = `seat-${act.dataset.seat}`;
    const found = there(ids.filter((id) => !id.startsWith("seat-")));
    if (!found.length && ids.some(without)) return [];
    return found.length ? found : there([ids.find((id) => id.startsWith("seat-")) ?? own]);
  }
  const pace = () => frame.dataset.pace;
  const key = `mh-seen-${frame.dataset.match}`;
  const seen = () => Number(sessionStorage.getItem(key) ?? -1);
  const last = () => Math.max(-1, ...acts().map((act) => Number(act.dataset.number)));
  const round = () => Number(find("#since .began")?.dataset.number ?? -1);
  let told = last(), said = told, heard = round(), timer = 0, now = "", running = false, waits = false, begun = 0, live = false, untold = new Set();

  // Marks stay on the boards until the reader has taken note of them or the own turn is over.
  function mark() {
    const since = find("#since");
    if (!since) { window.mhMarks.clear(); frame.removeAttribute("data-tale"); return; }
    const over = dress(since, state()), all = over ? [] : acts();
    fit();
    window.mhRoom?.note(all, places);
    window.mhMarks.draw(all, places, !since.dataset.fresh, untold);
    window.mhMarks.point(current()?.dataset.mark);
  }
  // How it stands with what is told; also put on what comes from the server before it is laid, so nothing is styled twice.
  function ready(fresh) {
    const since = find("#since", fresh), now = find("#state", fresh)?.dataset;
    if (since && now) dress(since, now);
  }
  function dress(since, now) {
    // A line that stays comes without its acts, which stand here.
    const kept = (line) => (line.hasAttribute("data-same") ? document.getElementById(line.id) : line);
    const all = [...since.querySelectorAll(".told-since > li")].flatMap((line) => [...kept(line).querySelectorAll(".tell[data-mark]")]);
    const latest = Math.max(-1, ...all.map((act) => Number(act.dataset.number)));
    const over = now.mode === "live" && (latest <= seen() || (!since.dataset.fresh && !now.asked));
    since.classList.toggle("over", over);
    since.classList.toggle("noted", over || !since.dataset.fresh);
    find("#since-whole", since)?.setAttribute("aria-expanded", String(frame.dataset.whole === "1"));
    const tells = now.mode === "live" && !since.matches(".noted, .nothing");
    if (frame.hasAttribute("data-tale") !== tells) frame.toggleAttribute("data-tale", tells);
    window.mhMarks.hush(!since.dataset.fresh);
    return over;
  }

  // All lines in sight: each has one row, and those that need more share what is left.
  function fit() {
    const list = find("#since ol"), stories = [...list.querySelectorAll("li:not(.aside) .story")];
    // What is told of a past turn scrolls.
    if (frame.dataset.whole === "1" || !stories.length || state().mode !== "live") return;
    const wanted = stories.map((story) => Math.round(story.scrollHeight / LINE)), rows = stories.map(() => 1);
    // With a line for a new round they stand closer.
    const high = LINE + (find(".began", list) ? 0 : AIR);
    let left = Math.floor((list.clientHeight - stories.length * high) / LINE);
    for (let more = true; left > 0 && more;) {
      more = false;
      for (let i = 0; i < rows.length && left > 0; i += 1) if (rows[i] < wanted[i]) { rows[i] += 1; left -= 1; more = true; }
    }
    // Written only where it differs, and read in one go: a look after a change makes the browser lay out the page again.
    stories.forEach((story, i) => {
      const title = rows[i] < wanted[i] ? story.textContent.trim() : "";
      if (story.style.getPropertyValue("--rows") !== String(rows[i])) story.style.setProperty("--rows", rows[i]);
      if (story.title !== title) story.title = title;
    });
    const hidden = stories.map(leftOut);
    stories.forEach((story, i) => more(story.nextElementSibling, hidden[i]));
  }
  // How many acts the lines that are in sight leave out; the log has them.
  function leftOut(story) {
    const end = story.getBoundingClientRect().bottom - AIR;
    return [...story.querySelectorAll(".tell[data-mark]")].filter((act) => act.getClientRects()[0]?.top > end);
  }
  function more(button, left) {
    if (!button) return;
    const text = button.dataset.sinceMore.replace("{0}", left.length);
    if (button.hidden === left.length > 0) button.hidden = !left.length;
    if (button.textContent !== text) button.textContent = text;
    const number = left[0]?.dataset.number ?? "";
    if (button.dataset.number !== number) button.dataset.number = number;
  }
  function open(button) {
    const tab = find("nav.tabs [data-tab=log]");
    if (tab?.checkVisibility()) tab.click();
    table.dock("log");
    const line = document.getElementById(`log-${button.dataset.number}`);
    line?.scrollIntoView({ block: "nearest" });
    line?.classList.add("sought");
    find("#dock-log")?.focus({ preventScroll: true });
  }

  // Telling

  const current = () => acts().find((act) => act.dataset.number === now);
  function point(act) {
    for (const old of document.querySelectorAll(".telling, .shown")) old.classList.remove("telling", "shown");
    now = act?.dataset.number ?? "";
    window.mhMarks.point(act?.dataset.mark);
    if (!act) return;
    act.classList.add("telling");
    for (const place of places(act)) {
      place.classList.add("shown");
      place.style.setProperty("--by", `var(--player-${act.dataset.paint}-fill)`);
    }
    const list = find("#since ol"), box = act.getBoundingClientRect(), frameBox = list.getBoundingClientRect();
    const story = act.closest(".story"), short = story.getBoundingClientRect();
    const first = act.getClientRects()[0] ?? box;
    scrolled = true;
    if (first.bottom > short.bottom + 1 || first.top < short.top - 1) story.scrollTop += first.top - short.top;
    if (box.top < frameBox.top || box.bottom > frameBox.bottom) list.scrollTop += box.top - frameBox.top;
  }
  function buttons() {
    const stop = find("#since-stop"), show = find("#since-show"), act = current();
    if (frame.hasAttribute("data-telling") !== running) frame.toggleAttribute("data-telling", running);
    if (!stop) return;
    const told = find("#since-pause"), at = find(".at", told), text = act?.dataset.at ?? "";
    for (const [box, hidden] of [[show, running], [stop, !running], [told, !running]]) if (box.hidden !== hidden) box.hidden = hidden;
    told.setAttribute("aria-pressed", String(running && waits));
    if (at.textContent !== text) at.textContent = text;
  }
  // What others do is told while the match goes on: nobody waits for it longer than WHOLE.
  function time(act, rest) {
    const each = TIMES[pace()] ?? TIMES.slow, theirs = rest.filter((other) => other.dataset.seat === act.dataset.seat).length;
    const own = pace() === "quick" ? Math.min(each, TURN / theirs) : each;
    return live ? Math.max(LEAST, Math.min(own, (WHOLE - performance.now() + begun) / rest.length)) : own;
  }
  function next() {
    clearTimeout(timer);
    const all = acts(), at = all.indexOf(current()) + 1, act = all[at];
    // Step by step nobody is hurried; otherwise the table waits only so long.
    waits = pace() === "step";
    if (!act || live && !waits && performance.now() - begun > WHOLE) { stop(); return; }
    running = true;
    lead(act);
    untold.delete(act.dataset.mark);
    window.mhMotion.tell(act, places(act));
    window.mhMarks.tell(act.dataset.mark);
    timer = waits ? 0 : setTimeout(next, time(act, all.slice(at)));
    tale(live && act);
    buttons();
  }
  // What is told now stands in the prompt; it is only seen there, for whoever listens hears all of it in one go.
  function tale(act) {
    const box = find("#tale");
    if (!box) return;
    // Who goes by keys has left the tale by its button, which goes with it.
    const here = !act && box.contains(document.activeElement);
    box.hidden = !act;
    if (here) find("#choices")?.focus({ preventScroll: true });
    if (!act) return;
    const name = document.createElement("b"), words = find(".words", box);
    name.textContent = find(".name", act.closest("li")).textContent;
    words.replaceChildren(name, `${act.dataset.lead ?? ""} ${find("span", act).textContent}`);
    find(".ic", box)?.remove();
    box.prepend(find("svg.ic", act.closest("li")).cloneNode(true));
  }
  // To scroll what has not been scrolled would make the browser lay out the page as well.
  let scrolled = false;
  document.addEventListener("scroll", (event) => { scrolled ||= Boolean(event.target.closest?.("#since")); }, { capture: true, passive: true });
  function rewind() {
    if (scrolled) for (const box of document.querySelectorAll("#since ol, #since .story")) box.scrollTop = 0;
    scrolled = false;
  }
  function halt() {
    clearTimeout(timer);
    running = live = false;
    untold.clear();
    window.mhMotion.settle();
    window.mhMarks.tell();
    tale(null);
    buttons();
  }
  function stop() { halt(); point(null); rewind(); }
  function show() { stop(); next(); }
  // A hand on the table or a key wants to go on: everything is where it is, and what is asked can be read.
  function skip() { if (live) stop(); else window.mhMotion.settle(); }
  // Held where it is, or on from there.
  function pause() {
    if (waits) { next(); return; }
    clearTimeout(timer);
    waits = true;
    buttons();
  }
  function step(by) {
    const all = acts(), at = all.indexOf(current());
    if (running && waits && by > 0) { next(); return; }
    halt();
    lead(all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))]);
  }

  // A click shows where it was, also when that lies on another tab or outside the picture.
  function lead(act, far = false) {
    point(act);
    const place = act && places(act)[0];
    if (!place) return;
    if (far) window.mhRoom?.reveal(place);
    if (far && !place.checkVisibility()) {
      const tab = [...place.closest(".part")?.classList ?? []].find((name) => name.startsWith("in-"));
      if (tab) find(`nav.tabs [data-tab=${tab.slice(3)}]`)?.click();
    }
    const map = frame.matches(".zoomed") && place.closest(".part-board");
    if (map) window.mhCamera.center(place);
    // On a phone the map may lie below a list.
    if (far) (map || place).scrollIntoView({ block: "nearest" });
  }
  function whole(yes = frame.dataset.whole !== "1") {
    if (!find("#since-whole")) return;
    if (yes) frame.dataset.whole = "1"; else delete frame.dataset.whole;
    mark();
  }

  const does = {
    "data-since-stop": stop,
    "data-since-pause": pause,
    "data-since-show": show,
    "data-since-back": () => step(-1),
    "data-since-on": () => step(1),
    "data-since-whole": () => whole(),
    "data-since-seen": () => { sessionStorage.setItem(key, String(last())); stop(); whole(false); mark(); table.bring(); },
  };
  document.addEventListener("click", (event) => {
    const act = event.target.closest(".tell");
    if (act) { event.preventDefault(); halt(); lead(act, true); return; }
    const rest = event.target.closest("[data-since-more]");
    if (rest) open(rest);
    for (const [name, run] of Object.entries(does)) if (event.target.closest(`[${name}]`)) run();
  });
  // With the click, not before it: what moves away under a finger that is still down would take the click with it.
  document.addEventListener("click", (event) => { if (!event.target.closest("#since, #dock, #tale")) skip(); }, true);
  const PASSING = /^(Tab|Shift|Control|Alt|Meta|Arrow.*)$/;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { stop(); whole(false); return; }
    if (!PASSING.test(event.key) && !event.target.closest("input, textarea, select, #since, #tale")) skip();
    if (!now || state().mode !== "live" || frame.dataset.keys === "0" || event.target.closest("input, textarea, select, #choices, #prompt")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) { event.preventDefault(); step(by); }
  });
  document.addEventListener("change", (event) => {
    if (event.target.name !== "pace" || !event.target.closest("#since")) return;
    frame.dataset.pace = event.target.value;
    fetch("/settings", { method: "POST", body: new URLSearchParams({ pace: event.target.value }), redirect: "manual" });
    if (event.target.value === "off") stop();
  });

  // Whoever listens hears all of it in one go when they are to act; who only watches hears it as it comes.
  function speak() {
    const fresh = acts().filter((act) => Number(act.dataset.number) > said);
    const begins = round() > heard ? find("#since .began").textContent.trim() : "";
    if (!fresh.length && !begins || (state().mine && !state().asked)) return;
    said = last();
    heard = Math.max(heard, round());
    const lines = new Map();
    for (const act of fresh) {
      const name = act.closest("li").querySelector(".name").textContent, text = act.querySelector("span").textContent;
      // What follows a sentence begins as one.
      lines.set(name, lines.has(name) ? `${lines.get(name)} ${text[0].toLocaleUpperCase()}${text.slice(1)}` : `${name}: ${text}`);
    }
    find("#since-said").textContent = [...lines.values(), begins].filter(Boolean).join(" ");
  }

  // What came since the page looked last is told in its order; an act of one's own ends that.
  function laid() {
    const all = acts(), going = running && live, fresh = all.filter((act) => Number(act.dataset.number) > told);
    told = Math.max(told, last());
    const follows = state().mode === "live" && find("#since")?.dataset.fresh;
    if (!follows) stop();
    const rest = !follows || pace() === "off" || running && !live ? [] : going ? all.slice(all.indexOf(current()) + 1) : fresh;
    untold = new Set(rest.map((act) => act.dataset.mark));
    buttons();
    mark();
    window.mhMotion.begin(rest, state().mine);
    // A round may begin with one's own act.
    if (state().mode === "live") speak();
    if (!follows) return;
    if (running || !rest.length) return;
    live = true;
    begun = performance.now();
    now = all[all.indexOf(fresh[0]) - 1]?.dataset.number ?? "";
    next();
  }
  frame.addEventListener("mh:laid", laid);
  // The room for lines and the size of marks follow the window.
  let waiting = 0;
  window.addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(mark, 120); });
  document.fonts.ready.then(mark);
  window.mhSince = { show, mark, ready, places, whole: () => whole() };
  mark();
})();
