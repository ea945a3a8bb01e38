// At a real table: the box is searched, what is to be done there is told step by step, and the screen stays on.
(() => {
  const frame = document.getElementById("frame"), table = window.mhTable;
  if (!frame || !table || frame.dataset.page !== "table") return;
  const { find, send, ask, say, state } = table;
  const here = () => find(".by-hand");
  const box = () => find("#tasks");
  const steps = () => [...document.querySelectorAll("#tasks .todo-step")];
  const AHEAD = 3;  // steps in sight behind the one that is to be done
  const key = `mh-done-${frame.dataset.match}`;

  // What was done is known by its ids: new steps come behind the old ones, and a step that was taken back goes.
  const done = () => new Set((sessionStorage.getItem(key) ?? "").split(" ").filter(Boolean));
  const keep = (ids) => sessionStorage.setItem(key, [...ids].join(" "));

  function point(step) {
    for (const old of document.querySelectorAll(".shown")) old.classList.remove("shown");
    const places = (step?.dataset.places ?? "").split(" ").filter(Boolean).map((id) => document.getElementById(id)).filter(Boolean);
    for (const place of places) {
      place.classList.add("shown");
      place.style.setProperty("--by", "var(--arc)");
    }
    const first = places.find((place) => place.closest(".part-board"));
    if (first && frame.matches(".zoomed")) window.mhCamera.center(first);
  }
  // On a phone the map lies below what is to be done: the part of it where that is stands beside the words.
  const ROOM = { wide: 230, high: 120, most: 1.9 };
  function near(step) {
    for (const old of document.querySelectorAll("#tasks .near")) old.remove();
    const ids = (step?.dataset.places ?? "").split(" ").filter(Boolean).map((id) => `#${CSS.escape(id)}`);
    const board = find(".part-board svg.sheet"), drawn = board?.firstElementChild;
    if (!ids.length || !drawn?.id || document.documentElement.dataset.size !== "narrow") return;
    const back = drawn.getScreenCTM()?.inverse(), boxes = [];
    for (const place of board.querySelectorAll(ids.join())) {
      const box = place.getBBox(), way = back?.multiply(place.getScreenCTM());
      if (!way || !box.width || !box.height) continue;
      for (const [x, y] of [[box.x, box.y], [box.x + box.width, box.y + box.height], [box.x + box.width, box.y], [box.x, box.y + box.height]]) {
        boxes.push(new DOMPoint(x, y).matrixTransform(way));
      }
    }
    if (!boxes.length) return;
    const xs = boxes.map((at) => at.x), ys = boxes.map((at) => at.y), all = board.viewBox.baseVal;
    const scale = Math.max(1, (Math.max(...xs) - Math.min(...xs) + 40) / ROOM.wide, (Math.max(...ys) - Math.min(...ys) + 40) / ROOM.high);
    if (scale > ROOM.most) return;  // it is all over the map
    const wide = ROOM.wide * scale, high = ROOM.high * scale;
    const from = (found, room, whole) => Math.min(Math.max(0, (Math.min(...found) + Math.max(...found) - room) / 2), whole - room);
    const view = [from(xs, wide, all.width), from(ys, high, all.height), wide, high].map((one) => one.toFixed(1)).join(" ");
    const made = document.createElement("div");
    made.className = "near";
    made.setAttribute("aria-hidden", "true");
    made.inert = true;
    made.innerHTML = `<svg viewBox="${view}" font-family="${board.getAttribute("font-family").replaceAll('"', "'")}"><use href="#${drawn.id}"/></svg>`;
    find(".do", step).after(made);
  }
  // What is in sight can be done together and told with one tap; what is not has not been read yet.
  function inSight(count) {
    const together = find("#task-all"), words = find("span", together);
    together.hidden = count < 2;
    words.textContent = words.dataset.words.replace("{0}", count);
  }
  function mark() {
    const all = steps(), ids = done(), section = box();
    remember();
    if (!section) return;
    const at = all.findIndex((step) => !ids.has(step.id)), over = all.length > 0 && at < 0;
    all.forEach((step, i) => {
      step.classList.toggle("done", ids.has(step.id));
      step.classList.toggle("here", i === at);
      step.classList.toggle("far", i < at - 1 || i > at + AHEAD);
      if (i === at) step.setAttribute("aria-current", "step"); else step.removeAttribute("aria-current");
    });
    section.classList.toggle("over", over);
    for (const stop of document.querySelectorAll(".todo-stops li")) {
      stop.classList.toggle("done", ids.has(stop.dataset.of));
      stop.classList.toggle("here", all[at]?.id === stop.dataset.of);
    }
    const told = find("#task-at");
    told.textContent = all.length && !over ? told.dataset.words.replace("{0}", at + 1).replace("{1}", all.length) : "";
    inSight(all.filter((step) => !ids.has(step.id) && !step.classList.contains("far")).length);
    const acts = find(".todo-acts", section), rest = find(".all-done", section);
    if (acts) acts.hidden = over;
    if (rest) rest.hidden = !over;
    const cannot = find("#cannot"), { turn, atOnce } = all[at]?.dataset ?? {};
    if (cannot) {
      cannot.hidden = turn === undefined && atOnce === undefined;
      cannot.href = turn ? `${cannot.pathname}?from=${turn}` : cannot.pathname;
    }
    point(at < 0 ? null : all[at]);
    near(at < 0 ? null : all[at]);
  }
  // A turn that was worked out anew: what was done and is told again stays done, the rest is to be taken back.
  const before = `mh-anew-${frame.dataset.match}`;
  const saying = (step) => find(".do", step).textContent.trim();
  const did = `mh-did-${frame.dataset.match}`;
  const stored = (name) => JSON.parse(sessionStorage.getItem(name) ?? "null");
  function remember() {
    const ids = done(), made = steps().filter((step) => ids.has(step.id) && step.dataset.turn);
    const now = JSON.stringify(made.map((step) => [Number(step.dataset.turn), saying(step)]));
    if (now !== (sessionStorage.getItem(did) ?? "[]")) sessionStorage.setItem(did, now);
  }
  function anew() {
    const section = find("#anew"), turn = new URLSearchParams(location.search).get("anew");
    if (!section) return;
    if (turn !== null) {
      history.replaceState(null, "", location.pathname);
      const back = (stored(did) ?? []).filter(([of]) => of >= Number(turn)).map(([, text]) => text), ids = done(), stays = [];
      for (const step of steps()) ids.delete(step.id);  // the same place in the log may tell another step now
      for (const step of steps()) {
        const at = back.indexOf(saying(step));
        if (at < 0) continue;
        stays.push(...back.splice(at, 1));
        ids.add(step.id);
      }
      keep(ids);
      sessionStorage.setItem(before, JSON.stringify({ stays, back: back.reverse() }));
    }
    const told = stored(before);
    if (!told) return;
    const { stays, back } = told, lines = back.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    find(".stays", section).hidden = !stays.length;
    find(".stays", section).textContent = section.dataset.stays.replace("{0}", stays.length);
    find(".back", section).hidden = !back.length;
    find("ul", section).replaceChildren(...lines);
    section.hidden = false;
  }
  // Comparing is offered once all is done on the board, until it is taken up or put off.
  const seen = `mh-compared-${frame.dataset.match}`;
  function offer() {
    const asked = find("#compare");
    if (!asked) return;
    asked.hidden = sessionStorage.getItem(seen) === asked.dataset.number || steps().some((step) => !done().has(step.id));
    find("button", asked).hidden = false;
  }
  function go(by) {
    const all = steps(), ids = done(), at = all.findIndex((step) => !ids.has(step.id));
    if (by > 0 && at >= 0) for (const step of all.slice(at, at + by)) ids.add(step.id);
    if (by < 0) { const last = all[(at < 0 ? all.length : at) - 1]; if (last) ids.delete(last.id); }
    keep(new Set(all.map((step) => step.id).filter((id) => ids.has(id))));
    mark();
    const now = find("#tasks .todo-step.here");
    if (now) now.scrollIntoView({ block: "nearest" });
    if (!now && by > 0) find("#question")?.scrollIntoView({ block: "nearest" });
  }

  // A new question begins at its top: what was scrolled belonged to the one before.
  function top() {
    const pane = find("#hand-pane");
    if (!pane?.checkVisibility() || find("#tasks.over") && !find("#box")) return;
    pane.scrollTop = 0;
    if (document.documentElement.dataset.size === "narrow") find("#main").scrollTop = 0;
  }

  // Every word that is typed has to be somewhere in the name.
  function seek() {
    const field = find("#seek"), told = find("#sought");
    if (!field) return;
    const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const rows = [...document.querySelectorAll(".hand-rows li")];
    let seen = 0;
    for (const row of rows) {
      const name = plain(row.textContent);
      row.hidden = !words.every((word) => name.includes(word));
      seen += !row.hidden;
    }
    for (const chip of document.querySelectorAll("[data-word]")) {
      const word = plain(chip.dataset.word), on = words.includes(word);
      const left = rows.filter((row) => !row.hidden && plain(row.textContent).includes(word)).length;
      chip.setAttribute("aria-pressed", String(on));
      chip.hidden = !on && (left === 0 || left === seen);  // it would leave nothing, or everything
    }
    told.textContent = !words.length ? "" : seen ? told.dataset.some.replace("{0}", seen) : told.dataset.none;
  }

  // A word that is tapped stands in the search; tapped again, it goes.
  function toggle(chip) {
    const field = find("#seek"), word = chip.dataset.word, words = field.value.split(/\s+/).filter(Boolean);
    const rest = words.filter((other) => other !== word);
    field.value = (rest.length < words.length ? rest : [...words, word]).join(" ");
    seek();
  }

  // What is told by its features: whatever fits all that was told stays, and where nothing does, what comes nearest.
  // Things that are alike in all of them are the same to everybody, so the first of these is taken.
  function fit() {
    const told = find("#told-by");
    if (!told) return;
    told.hidden = find("#take-told").hidden = false;
    const plates = [...told.querySelectorAll("fieldset")].map((row) => [...row.querySelectorAll("input")]);
    const picked = plates.map((row) => row.find((plate) => plate.checked)?.value);
    const rows = [...document.querySelectorAll(".hand-rows li")], own = rows.map((row) => row.dataset.told.split(" "));
    const hits = (each, wished) => wished.filter((value, at) => value === each[at]).length;
    const asked = picked.filter((value) => value !== undefined).length, most = Math.max(...own.map((each) => hits(each, picked)));
    rows.forEach((row, i) => { row.hidden = hits(own[i], picked) < most; });
    plates.forEach((row, at) => row.forEach((plate) => {
      const wished = picked.with(at, plate.value), all = wished.filter((value) => value !== undefined).length;
      plate.parentElement.classList.toggle("barren", !own.some((each) => hits(each, wished) === all));
    }));
    const left = rows.filter((row) => !row.hidden), says = find("#told-fits");
    const fits = most >= asked, whole = asked === plates.length, take = find("#take-told");
    take.disabled = !asked || (fits ? new Set(left.map((row) => row.dataset.told)).size > 1 : !whole);
    take.dataset.told = fits ? "" : picked.join(" ");
    says.textContent = !asked ? "" : says.dataset[fits ? "some" : whole ? "new" : "none"].replace("{0}", left.length);
  }

  document.addEventListener("change", (event) => { if (event.target.closest("#told-by")) fit(); });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#anew-read")) {
      sessionStorage.removeItem(before);
      find("#anew").hidden = true;
    }
    const take = event.target.closest("#take-told");
    if (take?.dataset.told) send("/shows", { told: take.dataset.told });  // what none of ours shows is typed by that
    else if (take) find(".hand-rows li:not([hidden]) .act").click();
    const chip = event.target.closest("[data-word]");
    if (chip) toggle(chip);
    const step = event.target.closest("[data-task]"), drawn = event.target.closest("[data-draw]");
    if (event.target.closest("[data-compared]")) sessionStorage.setItem(seen, find("#compare").dataset.number);
    if (step) go(step.dataset.task === "all" ? 1 + AHEAD : Number(step.dataset.task));
    offer();
    if (drawn) send("/draw", { how: drawn.dataset.draw });
    if (event.target.closest("[data-tab]")) requestAnimationFrame(mark);  // the map may come into sight
  });
  document.addEventListener("input", (event) => { if (event.target.id === "seek") seek(); });
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "seek" || event.key !== "Enter") return;
    const left = [...document.querySelectorAll(".hand-rows li:not([hidden]) .act")];
    if (left.length === 1) left[0].click();
  });

  // Without a connection the last tap is kept, and sent when it is back. Its revision goes with it: if the answer alone was
  // lost, the server says so and nothing is done twice.
  let unsent = null;
  frame.addEventListener("mh:unsent", (event) => {
    if (!here()) return;
    unsent = event.detail;
    say(here().dataset.kept);
  });
  function again() {
    if (!unsent) return;
    const { path, values } = unsent;
    unsent = null;
    ask(path, values);
  }
  window.addEventListener("online", again);
  document.querySelector("[data-live]")?.addEventListener("found", again);

  // The device lies beside the board: its screen stays on while the page is seen, where the browser can do that.
  let lock = null;
  // Where it cannot, that is told once: the device would go dark beside the board, and nobody would know why.
  function sleeps() {
    if (localStorage.getItem("mh-sleeps")) return;
    localStorage.setItem("mh-sleeps", "1");
    say(here().dataset.sleeps);
  }
  async function wake() {
    if (!here() || lock || document.hidden || state().status !== "running") return;
    if (!navigator.wakeLock) { sleeps(); return; }
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  }
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("pointerdown", wake);

  let rev = state().rev;
  frame.addEventListener("mh:laid", () => {
    const field = find("#seek"), fresh = state().rev !== rev;
    rev = state().rev;
    anew();
    if (field && fresh) field.value = "";
    if (fresh) for (const plate of document.querySelectorAll("#told-by :checked")) plate.checked = false;
    mark();
    offer();
    // The table itself brings what is asked into sight first.
    if (fresh) requestAnimationFrame(() => requestAnimationFrame(top));
    seek();
    fit();
    wake();
  });
  anew();
  mark();
  offer();
  seek();
  fit();
  wake();
})();
