// The table: choosing what glows, asking why not, live news, talk. Everything else is drawn by the server.
(() => {
  const frame = document.getElementById("frame");
  if (!frame) return;
  const hall = document.getElementById("hall");
  const match = frame.dataset.match, base = `/t/${match}`;
  const slips = window.mhSlips, beside = slips.beside;
  const find = (selector, root = document) => root.querySelector(selector);
  const state = () => find("#state", hall)?.dataset ?? {};
  const narrow = () => document.documentElement.dataset.size === "narrow";
  let posting = false;
  let line = Promise.resolve();
  let chose = false;
  // Whether somebody uses the keyboard: then the focus must not be lost, and otherwise not be moved.
  let keyed = false;
  document.addEventListener("keydown", () => { keyed = true; }, true);
  document.addEventListener("pointerdown", () => { keyed = false; }, true);
  const AGAIN = 1000, LATE = 2000;

  // Talking to the server

  // Saying a second time what is so already would cost the page a look at its styles.
  const show = (box, yes) => { if (box && box.hidden === yes) box.hidden = !yes; };
  const lost = (yes) => {
    show(find("#lost"), yes);
    if (frame.classList.contains("offline") !== yes) frame.classList.toggle("offline", yes);
  };
  // When it is tried again, for the eye: what is read aloud says it once.
  let countdown = 0;
  function again(wait) {
    const field = find("#lost .again"), at = Date.now() + wait;
    clearInterval(countdown);
    const tick = () => {
      const left = Math.ceil((at - Date.now()) / 1000);
      if (field) field.textContent = left > 0 ? field.dataset.words.replace("{0}", left) : "";
      if (left <= 0) clearInterval(countdown);
    };
    countdown = setInterval(tick, 1000);
    tick();
  }
  function sending(yes) { const note = find("#sending"); if (note && yes !== Boolean(note.textContent)) note.textContent = yes ? note.dataset.words : ""; }
  const unsent = () => { for (const sent of hall.querySelectorAll(".sent")) sent.classList.remove("sent"); };

  // What has not changed comes as an empty place with the finger-print of what is there: that stays as it is.
  const have = () => [...hall.querySelectorAll("[data-print]")].map((e) => `${e.id}=${e.dataset.print}`).join(",");
  const kept = (fresh) => [...fresh.querySelectorAll("[data-same]")]
    .every((part) => { const there = document.getElementById(part.id); return there?.dataset.print === part.dataset.print && there; });

  // What has just vanished keeps the focus until the browser paints; what cannot be done now is no place to go on from.
  // Nor is what closes the question or costs something: one Enter too many would do it before the question has been read.
  const rash = (one) => one.matches("#prompt .act") ||
    acts(one).length === 1 && Boolean(listed(acts(one)[0])?.querySelector(".pays"));
  const adrift = () => !document.activeElement.checkVisibility() || document.activeElement.matches("body, [aria-disabled]") ||
    chose && rash(document.activeElement);

  // What lies too far down a new list to be in sight is laid out once the frame is painted: a letter takes at least so many square
  // pixels. Only where the list is as high as it is, whatever stands in it.
  const LETTER = 80;
  function putOff(fresh) {
    const list = find("#choices", hall), fixed = document.documentElement.dataset.size === "wide" && !find("#lesson", hall);
    let room = list && fixed && !list.scrollTop ? list.clientWidth * list.clientHeight / LETTER : 0;
    if (!room) return;
    const there = new Set([...list.querySelectorAll("[data-act]")].map((one) => one.dataset.act));
    for (const row of fresh.querySelectorAll("#choices li")) {
      room -= row.textContent.length;
      if (room < 0 && !there.has(row.firstElementChild.dataset.act)) row.hidden = true;
    }
  }
  function catchUp() { for (const row of hall.querySelectorAll("#choices li[hidden]")) row.hidden = false; }

  function lay(text) {
    const before = state().status, rev = state().rev, focused = document.activeElement?.id;
    const held = keyed && hall.contains(document.activeElement);
    // A clicked choice that goes away with its focus would make the browser style the page in the middle of all changes.
    if (!keyed && !chose && document.activeElement?.matches("#choices .act, #deck .act")) document.activeElement.blur();
    window.mhMotion?.before();
    unsent();
    const fresh = document.createElement("template");
    fresh.innerHTML = text;
    // An answer that was made for another page than this one cannot be laid over it.
    if (!kept(fresh.content)) { window.location.reload(); return; }
    putOff(fresh.content);
    mark(fresh.content);
    window.mhSince?.ready(fresh.content);
    window.mhMorph(hall, fresh.content);
    freshen(hall);
    hideTip();
    if (state().rev !== rev) for (const old of hall.querySelectorAll(".refused")) old.classList.remove("refused");
    // Focus makes the browser lay out the page: not before all has changed that will.
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
    // Whoever chose by a key goes on where the next choices are, not at the top of the page.
    const resume = chose || held;
    const onward = () => { chose ||= resume && adrift(); goOn(); };
    onward();
    after(before, rev);
    // The list may get another place, or none, only now.
    requestAnimationFrame(() => { onward(); requestAnimationFrame(() => { catchUp(); onward(); fillDock(); }); });
  }

  const targets = () => [...hall.querySelectorAll("svg.sheet a.mh-legal")].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  function goOn() {
    if (!chose || !state().asked) return;
    const lit = () => targets().find((one) => !rash(one));
    for (const next of [() => find("#deck .act", hall), () => find("#choices", hall), lit, () => find("#question", hall)]) {
      if (adrift()) next()?.focus({ preventScroll: true });
    }
    if (!adrift()) chose = false;
  }

  function after(before, rev) {
    const now = state();
    if (now.mode === "live" && before === "running" && now.status === "over") window.location.assign(base);
    if (before === "open" && now.status !== "open" || frame.dataset.page === "lobby" && now.mode) window.location.reload();
    const name = (now.asked ? "● " : "") + document.title.replace(/^● /, "");
    if (document.title !== name) document.title = name;
    laid();
    if (now.rev !== rev) bring();
  }
  // On a phone one may be looking elsewhere when the next question comes: what is asked comes into sight.
  function bring() {
    const rows = narrow() && state().asked ? [...hall.querySelectorAll("#choices .act")] : [];
    if (!rows.length || !rows[0].checkVisibility()) return;
    // The tale lies over the lower end of the boards.
    const tale = frame.hasAttribute("data-tale") && find("#since"), over = tale && tale.checkVisibility() ? tale.getBoundingClientRect().top : Infinity;
    const top = find("#prompt").getBoundingClientRect().bottom, bottom = Math.min(over, find("#prompt .acts").getBoundingClientRect().top);
    const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.top >= top && r.bottom <= bottom; };
    if (rows.some(seen)) return;
    const lit = targets(), places = lit.filter(seen), placed = new Set(lit.flatMap(acts));
    // What glows is the question: a board that has just opened stays at its top, or begins where it glows.
    if (rows.every((one) => placed.has(one.dataset.act))) {
      if (!places.length) lit[0].scrollIntoView({ block: "center", behavior: "instant" });
      return;
    }
    // Its beginning is enough: further down the boards would be out of sight, which the question is about.
    rows[0].scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  const laid = () => frame.dispatchEvent(new CustomEvent("mh:laid"));

  // One request at a time, and its answer is laid before the next; a second click while a choice is on its way does nothing.
  function ask(path, values, then = lay) {
    if (values && posting) return Promise.resolve(null);
    const late = values && setTimeout(() => sending(true), LATE);
    if (values) { posting = true; frame.classList.add("busy"); }
    const answer = line.then(async () => {
      try {
        const text = await request(path, values);
        if (text !== null) await then(text); else if (values) unsent();
        return text;
      } finally {
        // Not before the answer is laid: what stands here until then is the old question.
        if (values) { posting = false; frame.classList.remove("busy"); clearTimeout(late); sending(false); }
      }
    });
    line = answer.catch(() => null);
    return answer;
  }

  async function request(path, values) {
    const options = { headers: { "mh-part": "1", "mh-have": have() } };
    if (values) Object.assign(options, { method: "POST", body: new URLSearchParams(values) });
    try {
      const sent = fetch(path, options);
      window.mhMotion?.prepare();
      const answer = await sent;
      lost(false);
      const text = await answer.text();
      if (answer.headers.get("x-dialog")) { open(text); return null; }
      if (answer.headers.get("x-note")) { say(text); return null; }
      if (answer.status === 204) return null;
      if (!(answer.headers.get("content-type") || "").startsWith("text/html")) { lost(answer.status >= 500); return null; }
      return text;
    } catch {
      lost(true);
      if (values) frame.dispatchEvent(new CustomEvent("mh:unsent", { detail: { path, values } }));
      return null;
    }
  }

  const mine = () => ({ rev: state().rev, seat: state().mine ?? "" });

  // What others did comes in with a little motion. What one does oneself is there at once.
  const news = (yes) => frame.classList.toggle("news", yes);
  news(true);

  const send = (path, values) => { news(false); return ask(base + path, { ...mine(), ...values }); };

  function here() {
    const seat = state().mine, query = seat ? `?seat=${seat}` : "";
    return `${base}/view${query}`;
  }
  const refresh = () => ask(here());

  // Playing

  function play(action, more = {}) {
    const now = state();
    hide();
    if (now.mode === "try") return send("/try", { actions: now.actions, seed: now.seed, action });
    return send("/act", { action, offer: now.offer, last: now.last, ...more });
  }

  const acts = (target) => (target.dataset.acts || target.dataset.act || "").split("|").filter(Boolean);
  const listed = (action) => find(`:is(#deck, #choices, #prompt) [data-act="${CSS.escape(action)}"]`);

  function choose(target, byPointer) {
    const found = acts(target);
    chose = !byPointer;
    const sent = target.closest("svg");
    // On a phone the first tap on the board shows what it costs; the button in the sheet does it.
    if (found.length === 1 && !(byPointer && sent && narrow())) { target.classList.add("sent"); play(found[0]); return; }
    const rows = found.map((action) => listed(action)).filter(Boolean);
    if (!rows.length) { play(found[0]); return; }
    const head = rows[0].closest(".group")?.querySelector("h3");
    open(slips.slip(rows.map((row) => row.parentElement), head), sent && !narrow() ? target : null);
  }

  // Small windows: a menu, a question, a reason

  let shown = "";
  function open(html, place = null) {
    const menu = find("#menu");
    // An answer that is still thought out is asked for again while its window is open; the same words are not said twice.
    if (html.includes("data-later")) setTimeout(askAgain, AGAIN);
    if (menu.open && shown === html) return;
    shown = menu.innerHTML = html;
    // A reason that was read before would lie below it.
    show(find("#why"), false);
    if (!menu.open) menu.showModal();
    slips.pin(menu, place);
    find("button", menu)?.focus();
  }
  async function askAgain() {
    const menu = find("#menu"), later = find("[data-later]", menu);
    if (!menu.open || !later) return;
    const answer = await fetch(later.dataset.later, { headers: { "mh-part": "1" } }).catch(() => null);
    const text = await answer?.text();
    lost(!answer);
    if (!menu.open || !later.isConnected) return;
    if (!answer) setTimeout(askAgain, AGAIN);
    else if (answer.headers.get("x-dialog")) open(text);
    else { hide(); say(new DOMParser().parseFromString(text, "text/html").body.textContent); }
  }
  function hide() {
    for (const id of ["menu", "help"]) { const box = document.getElementById(id); if (box?.open) box.close(); }
    show(find("#why"), false);
    hideTip();
  }
  // Beside what was pressed, if something was.
  function say(text, pressed = null) {
    const why = find("#why");
    why.textContent = text;
    why.style.left = why.style.top = "";
    why.classList.remove("later");
    why.classList.toggle("loose", !pressed);
    why.hidden = false;
    if (pressed) beside(why, pressed.getBoundingClientRect(), pressed);
  }

  // Why a place cannot be chosen, if the reader is asked; and in any case what lies there does.
  const choosing = () => state().mine && state().mode === "live" && state().asked;
  async function whyNot(place, at) {
    hideTip();
    const path = `${base}/why?place=${encodeURIComponent(place.id)}&seat=${state().mine}`;
    const text = choosing() ? await ask(path, null, () => null) : "";
    const told = slips.figures(place) + await what({ place: place.id });
    const why = find("#why");
    if (!text && !told) { why.hidden = true; return; }
    // What is only not asked now was clicked to be read: that comes first, and nothing is marked as refused.
    const later = Boolean(told) && /^<b data-later/.test(text);
    why.classList.remove("loose");
    why.classList.toggle("later", later);
    why.innerHTML = later ? told + text : (text || "") + told;
    why.hidden = false;
    beside(why, at);
    if (!text || later) return;
    place.classList.add("refused");
    setTimeout(() => place.classList.remove("refused"), 4000);
  }

  // What a place or a choice does; asked once for each revision of the table.
  const known = new Map();
  const reason = (place) => (choosing() && !place.dataset.act ? what({ place: place.id, rests: "1" }, "why") : "");
  async function what(asked, page = "what") {
    const query = new URLSearchParams({ ...asked, seat: state().mine ?? "" });
    const key = `${state().rev} ${page} ${query}`;
    if (!known.has(key)) {
      const answer = await fetch(`${base}/${page}?${query}`, { headers: { "mh-part": "1" } }).catch(() => null);
      known.set(key, answer?.status === 200 ? await answer.text() : "");
    }
    return known.get(key);
  }
  const about = (target) => (target.dataset.act ? { act: target.dataset.act, place: target.id } : { place: target.id });
  async function tell(target) {
    const told = await what(about(target));
    const why = find("#why");
    if (!told) return;
    why.classList.remove("loose", "later");
    why.innerHTML = told;
    why.hidden = false;
    beside(why, target.getBoundingClientRect());
  }

  // A finger cannot rest on a choice: the sign beside it opens the text below, and closes it again.
  async function explain(button) {
    const choice = button.parentElement, open = find(".told", choice);
    button.setAttribute("aria-expanded", String(!open));
    choice.classList.toggle("explained", !open);
    if (open) { open.remove(); return; }
    const told = await what({ act: find("[data-act]", choice).dataset.act });
    if (told) choice.insertAdjacentHTML("beforeend", `<div class="told" role="status">${told}</div>`);
  }

  // What a choice costs and brings, beside its place

  const tip = find("#tip");
  function showTip(target) {
    if (!tip || narrow()) return "";
    const rows = acts(target).map((action) => listed(action)).filter(Boolean);
    const said = rows.length ? slips.inShort(rows) : "";
    if (said) fillTip(said, target);
    // A bare name is said again by what explains it.
    return rows.length > 1 || rows[0]?.childElementCount > 1 ? said : "";
  }
  // In the table itself, so that it lies in a landmark and goes with the page it speaks of.
  function fillTip(text, place) {
    find("#main").append(tip);
    tip.innerHTML = text;
    tip.hidden = false;
    beside(tip, place.getBoundingClientRect(), place);
  }
  function hideTip() { clearTimeout(waiting); waiting = 0; show(tip, false); }

  // Resting on a thing tells what it does, below what choosing it costs and brings, or why it cannot be chosen.
  let waiting = 0;
  function rest(place, costs = "") {
    clearTimeout(waiting);
    if (!tip || narrow() || !place) return;
    const mine = waiting = setTimeout(async () => {
      const [why, told] = await Promise.all([reason(place), what(about(place))]);
      if (!(why || told) || mine !== waiting || !place.matches(":hover")) return;
      fillTip((why && `<div class="not">${why}</div>`) + costs + slips.figures(place) + told, place);
    }, 350);
  }
  // What comes to lie under a mouse that rests after a click is not meant; it is once the mouse moves.
  const REST = 5;
  let clicked = null;
  const rests = (event) => clicked && Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) < REST;
  document.addEventListener("click", (event) => { if (event.detail) clicked = { x: event.clientX, y: event.clientY }; }, true);
  document.addEventListener("pointermove", (event) => {
    if (!clicked || rests(event)) return;
    clicked = null;
    event.target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, clientX: event.clientX, clientY: event.clientY }));
  });
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      if (kind === "pointerover" && rests(event)) return;
      const target = event.target.closest?.("svg a[data-act]");
      const costs = target ? showTip(target) : "";
      if (!target && kind === "pointerover") hideTip();
      if (kind === "pointerover") rest(target ?? event.target.closest?.("#choices .act, svg.sheet g[id]"), costs);
      lightUp(event.target.closest?.("[data-places], #choices .act"));
    });
  }
  document.addEventListener("focusout", hideTip);

  // A line of the log, or a choice of the list, shows its places.
  function lightUp(line) {
    for (const old of hall.querySelectorAll(".lit")) old.classList.remove("lit");
    if (line?.dataset.act) for (const link of hall.querySelectorAll("svg.sheet a.mh-legal")) link.classList.toggle("lit", acts(link).includes(line.dataset.act));
    for (const id of (line?.dataset.places || "").split(" ")) if (id) document.getElementById(id)?.classList.add("lit");
  }

  // Clicks

  const does = {
    "data-sure": (e) => play(e.dataset.sure, { sure: "1", never: e.dataset.never ?? "" }),
    "data-undo": (e) => e.dataset.undo === "undo" ? send("/undo", {}) : send("/ask-undo", { number: e.dataset.number }),
    "data-plan": (e) => { hide(); send("/acts", { actions: e.dataset.plan }); },
    "data-ahead": (e) => send("/ahead", { kind: e.dataset.ahead }),
    "data-back": (e) => send("/undo", { number: e.dataset.back }),
    "data-answer": (e) => send("/answer", { kind: e.dataset.answer, yes: e.dataset.yes }),
    "data-takeover": (e) => send("/takeover", { who: e.dataset.takeover, bot: "apprentice" }),
    "data-say": (e) => say(e.dataset.say, e),
    "data-try": () => send("/try", { seed: "" }),
    "data-try-back": () => send("/try", { actions: state().actions, seed: state().seed, back: "1" }),
    "data-sit": (e) => ask(`${base}/view?seat=${e.dataset.sit}`),
    "data-about": explain,
    "data-help": () => find("#help").showModal(),
    "data-close": hide,
    "data-tab": (e) => { frame.dataset.tab = e.dataset.tab; mark(); window.scrollTo(0, 0); find("#main").scrollTop = 0; laid(); },
    "data-dock": (e) => dock(e.dataset.dock),
  };

  // A fingertip is larger than a site: what can be chosen within 22 px of a tap is meant by it.
  const REACH = 22;
  function near(event) {
    if (!narrow() || event.detail === 0 || !event.target.closest("svg.sheet")) return null;
    let best = null, least = REACH;
    for (const link of event.target.closest("svg.sheet").querySelectorAll("a.mh-legal")) {
      const r = link.getBoundingClientRect();
      const dx = Math.max(r.left - event.clientX, 0, event.clientX - r.right);
      const dy = Math.max(r.top - event.clientY, 0, event.clientY - r.bottom);
      if (Math.hypot(dx, dy) < least) { least = Math.hypot(dx, dy); best = link; }
    }
    return best;
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-act]") ?? near(event);
    if (target) {
      event.preventDefault();
      // The next question has its Done at the same place: the second half of a double click is not meant for it.
      if (event.detail > 1 && target.matches(".closes")) return;
      choose(target, event.detail > 0);
      return;
    }
    for (const [name, act] of Object.entries(does)) {
      const found = event.target.closest(`[${name}]`);
      if (found && !found.matches("#frame, #state")) { act(found); return; }
    }
    const go = event.target.closest("a[data-go]");
    if (go) { event.preventDefault(); travel(go.getAttribute("href")); return; }
    const place = event.target.closest("svg.sheet g[id]");
    const why = find("#why");
    if (place) whyNot(place, place.getBoundingClientRect());
    else if (why && !event.target.closest("#why")) why.hidden = true;
    const aside = slips.aside(event);
    if (event.target.id === "menu") hide();
    const other = aside && document.elementFromPoint(event.clientX, event.clientY)?.closest("a.mh-legal");
    if (other) choose(other, true);
  });

  // The past

  async function travel(path) {
    const text = await ask(path + (state().mine && !path.includes("?") ? `?seat=${state().mine}` : ""));
    if (text !== null) window.history.replaceState(null, "", path);
  }

  // Tabs, and what the server does not know of the page

  let unread = 0;
  function mark(root = hall) {
    for (const button of root.querySelectorAll("nav.tabs [data-tab]")) {
      if (button.dataset.tab === frame.dataset.tab) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    for (const button of root.querySelectorAll("[role=tab][data-dock]")) {
      button.setAttribute("aria-selected", String(button.dataset.dock === frame.dataset.dock));
    }
    window.mhRoom?.dress(root);
    const count = find("#chat-unread", root);
    if (count) { count.hidden = !unread; count.firstElementChild.textContent = unread || ""; }
    freshen(root);
  }
  // What has happened since one's own last decision.
  function freshen(root) {
    const now = find("#state", root)?.dataset ?? {}, since = now.mode === "live" && now.last ? Number(now.last) : Infinity;
    for (const line of root.querySelectorAll("#dock-log li[id]")) {
      line.classList.toggle("fresh", Number(line.id.slice("log-".length)) > since);
    }
    // The time of day is that of the reader's clock; each is worked out once.
    for (const time of root.querySelectorAll("#dock-log time:not([title])")) {
      const at = new Date(time.dateTime);
      time.textContent = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
      time.title = at.toLocaleString(document.documentElement.lang);
    }
  }
  // The latest turn stands first, its lines in the order of time: its last line stays in sight unless the reader reads elsewhere,
  // with as many whole lines before it as there is room for.
  let follows = true;
  function newest() {
    const pane = find("#dock-log"), turn = pane && find(".log-turn", pane);
    if (!follows || !turn?.checkVisibility() || narrow() || state().mode !== "live") return;
    const rows = [...turn.querySelectorAll(".turn, li")].map((row) => row.getBoundingClientRect()), start = pane.getBoundingClientRect().top;
    const least = rows.at(-1).bottom - pane.clientHeight + 18, first = rows.find((row) => row.top >= least) ?? rows.at(-1);
    pane.scrollTop += first === rows[0] ? -pane.scrollTop : first.top - start - 4;
  }
  for (const kind of ["wheel", "pointerdown", "keydown"]) {
    document.addEventListener(kind, (event) => { if (event.target.closest?.("#dock-log")) follows = false; }, { passive: true });
  }
  // Not before all panels have their place.
  frame.addEventListener("mh:laid", () => requestAnimationFrame(newest));
  // On a phone a new question begins at the top, where the board is that it is about: whoever tapped far down in a list would not see
  // the tiles just turned up. The same question with other figures leaves the page where it is.
  const question = () => (state().asked ? find("#prompt h1")?.textContent.replace(/\d+/g, "") ?? "" : "");
  let last = question();
  frame.addEventListener("mh:laid", () => {
    const now = question();
    if (!now || now === last) return;
    if (last && narrow() && frame.dataset.tab === "board" && state().mode === "live") find("#main").scrollTop = 0;
    last = now;
    // Nor is the list of the next question read from where one had come to in the last.
    requestAnimationFrame(() => { const list = find("#choices"); if (list && !list.querySelector(":focus")) list.scrollTop = 0; });
  });
  function dock(name) { frame.dataset.dock = name; mark(); fillDock(); follows = true; newest(); }

  // Talk and notes

  async function hear(path = `${base}/talk`, options = {}) {
    const box = find("#said");
    if (!box) return;
    const answer = await fetch(path, { headers: { "mh-part": "1" }, ...options });
    if (!answer.ok) return;
    box.innerHTML = await answer.text();
    box.dataset.heard = "1";
    unread = 0;
    mark();
    box.scrollTop = box.scrollHeight;
  }
  async function fillDock() {
    const said = find("#said"), note = find("#note");
    if (said && !said.dataset.heard && said.checkVisibility()) hear().catch(() => lost(true));
    if (frame.dataset.dock === "notes" && note && !note.dataset.read) {
      note.dataset.read = "1";
      note.innerHTML = await (await fetch(`${base}/note`, { headers: { "mh-part": "1" } })).text();
    }
  }
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "speak") return;
    event.preventDefault();
    const field = find("#speak-text"), text = field.value.trim();
    if (!text) return;
    field.value = "";
    hear(`${base}/talk`, { method: "POST", body: new URLSearchParams({ text }) }).catch(() => lost(true));
  });

  // While a bot waits for a free worker, its place in the line is told anew.
  setInterval(async () => {
    if (document.hidden || !state().queued || state().mode !== "live") return;
    const rev = state().rev, answer = await fetch(`${base}/bots?seat=${state().mine ?? ""}`).catch(() => null);
    if (answer?.status !== 200 || state().rev !== rev) return;
    find("#question").textContent = new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent;
    if (!answer.headers.get("x-queued")) find("#state", hall).dataset.queued = "";
  }, 3 * AGAIN);

  // News

  const live = find("#live");
  live.addEventListener("rev", (event) => {
    lost(false);
    const now = state();
    if (now.mode === "past" || now.mode === "try") return;
    // An answer on its way may bring this very revision.
    const rev = Number(event.detail);
    line.then(() => { if (rev > Number(state().rev ?? -1)) { news(true); refresh(); } });
  });
  live.addEventListener("chat", () => {
    const box = find("#said");
    if (box?.checkVisibility()) hear(); else if (box) delete box.dataset.heard;
    if (box && !box.checkVisibility()) { unread += 1; mark(); }
  });
  live.addEventListener("lost", (event) => { lost(true); again(event.detail); });
  live.addEventListener("found", () => lost(false));
  window.addEventListener("offline", () => lost(true));
  window.addEventListener("online", () => refresh());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && state().mode === "live") refresh(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });

  window.mhTable = { base, state, hide, dock, mark, find, tell, send, ask, refresh, lost, say, travel, bring, targets };
  mark();
  fillDock();
  newest();
  window.addEventListener("load", bring);
})();
