// The workshop of owners: the drawing follows the form, own photos stay in this browser, zips are taken in, trials watched.
(() => {
  const find = (css, at = document) => at.querySelector(css);
  const PAUSE = 350, WATCH = 2000;

  // The form, drawn by the server a moment after the last key.
  const form = find("form[data-look]");
  let timer = 0, asked = 0;
  async function look() {
    const mine = ++asked, shown = find("#drawn");
    shown.classList.add("old");
    try {
      const answer = await fetch(form.dataset.look, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (mine !== asked) return;
      if (answer.status === 429) { timer = setTimeout(look, 4 * PAUSE); return; }
      if (!answer.ok) return;
      lay(await answer.json(), shown);
    } catch { /* no network now: what is typed stays, and is sent when it is kept */ } finally {
      if (mine === asked) shown.classList.remove("old");
    }
  }
  function lay(said, shown) {
    if (said.drawn) shown.innerHTML = said.drawn;
    for (const row of form.querySelectorAll("[data-field]")) {
      const name = row.dataset.field;
      row.classList.toggle("bad", name in said.faults);
      row.classList.toggle("chg", name in said.was);
      for (const field of row.querySelectorAll("input, select, textarea")) {
        if (field.closest("[data-field]") === row) field.setAttribute("aria-invalid", String(name in said.faults));
      }
    }
    for (const [kind, found] of [["fault", said.faults], ["was", said.was]]) {
      for (const line of form.querySelectorAll(`[data-${kind}]`)) {
        const text = found[line.dataset[kind]];
        line.hidden = text === undefined;
        find("span", line).textContent = text ?? "";
      }
    }
    find("#mend").textContent = said.mend;
    for (const row of form.querySelectorAll("[data-field]")) near(row);
  }
  // The nearest numbers that a field takes, to be chosen.
  function near(row) {
    const line = find(":scope > .fault", row), field = find(":scope > div > .stepper > input", row);
    line?.querySelector(".near")?.remove();
    if (!field || line.hidden || !field.value) return;
    const step = Number(field.step), low = Math.max(Number(field.min || 0), Math.floor(field.value / step) * step);
    const offers = document.createElement("span");
    offers.className = "near";
    line.append(offers);
    for (const value of new Set([low, low + step])) {
      if (field.max && value > Number(field.max)) continue;
      const offer = document.createElement("button");
      offer.type = "button";
      offer.textContent = value;
      offer.addEventListener("click", () => put(field, value));
      offers.append(offer);
    }
  }
  function put(field, value) {
    field.value = value;
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function press(event) {
    const button = event.target.closest("[data-step]"), field = button && find("input", button.parentElement);
    if (!field) return;
    if (button.dataset.step > 0) field.stepUp(); else field.stepDown();
    put(field, field.value);
  }
  // A choice in a list shows its sign.
  function signed(field) {
    const sign = field.closest(".chip")?.querySelector(".sign use");
    sign?.setAttribute("href", `#i-${document.getElementById(`i-${field.value}`) ? field.value : ""}`);
  }
  // The last place of a list is empty: once it is filled, there is another.
  function grow(field) {
    const chips = field.closest("[data-list=open]"), chip = field.closest(".chip");
    if (!chips || chip !== chips.lastElementChild || !field.value) return;
    const next = chip.cloneNode(true);
    for (const empty of next.querySelectorAll("select, input")) {
      empty.value = "";
      empty.id = `${empty.id}-${chips.children.length}`;
    }
    chips.append(next);
    for (const empty of next.querySelectorAll("select")) signed(empty);
  }
  // What is typed and not kept stays in this browser, until it is kept or thrown away.
  const LAID = "mh-draft/", SENT = "mh-draft-sent", draft = form && LAID + form.dataset.draft;
  const typed = () => [...new FormData(form)].filter(([name]) => !["file", "record", "next"].includes(name));
  const store = (how) => { try { return how(); } catch { return null; } };  // a browser that keeps nothing
  function retype(rows) {
    const named = (name) => [...form.elements].filter((field) => field.name === name && field.type !== "hidden");
    const names = [...form.elements].map((field) => field.name).filter((name) => /^(f\..+|source|ref|note|guess)$/.test(name));
    for (const name of new Set(names)) {
      const values = rows.filter((row) => row[0] === name).map(([, value]) => value);
      if (["radio", "checkbox"].includes(named(name)[0]?.type)) {
        for (const field of named(name)) field.checked = values.includes(field.value);
        continue;
      }
      for (let i = 0; i < Math.max(values.length, named(name).length); i += 1) {
        const field = named(name)[i];
        if (!field) break;
        field.value = values[i] ?? "";
        signed(field);
        grow(field);
      }
    }
  }
  if (form) {
    const sent = store(() => sessionStorage.getItem(SENT));
    if (sent) store(() => { localStorage.removeItem(sent); sessionStorage.removeItem(SENT); });
    const fresh = JSON.stringify(typed()), kept = store(() => localStorage.getItem(draft));
    if (kept && kept !== fresh) {
      retype(JSON.parse(kept));
      find("#draft").hidden = false;
      look();
    }
    find("#draft-away").addEventListener("click", () => {
      store(() => localStorage.removeItem(draft));
      window.location.reload();
    });
    form.addEventListener("input", () => store(() => localStorage.setItem(draft, JSON.stringify(typed()))));
    form.addEventListener("submit", () => store(() => sessionStorage.setItem(SENT, draft)));
  }
  const on = find(".first .on"), list = on?.closest("ol");
  if (list) list.scrollTop = on.offsetTop - list.offsetTop - on.offsetHeight;
  for (const button of form?.querySelectorAll("[data-step]") ?? []) button.hidden = false;
  form?.addEventListener("click", press);
  form?.addEventListener("input", (event) => {
    signed(event.target);
    grow(event.target);
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });

  // Own photos: in a database of this browser, shown by an address that means something here only.
  const chosen = find("[data-photo]");
  const photos = () => new Promise((done, failed) => {
    const open = indexedDB.open("mh-photos", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("photos");
    open.onsuccess = () => done(open.result);
    open.onerror = () => failed(open.error);
  });
  async function photo(how, value) {
    const base = await photos(), store = base.transaction("photos", how === "get" ? "readonly" : "readwrite").objectStore("photos");
    const key = chosen.dataset.photo;
    const made = how === "get" ? store.get(key) : how === "put" ? store.put(value, key) : store.delete(key);
    return new Promise((done, failed) => { made.onsuccess = () => done(made.result); made.onerror = () => failed(made.error); });
  }
  let address = "";
  function show(file) {
    const picture = find("#photo-shown");
    if (address) URL.revokeObjectURL(address);
    address = file ? URL.createObjectURL(file) : "";
    if (file) picture.src = address; else picture.removeAttribute("src");
    picture.hidden = find("#photo-away").hidden = !file;
  }
  chosen?.addEventListener("change", () => {
    const file = chosen.files[0];
    if (!file) return;
    show(file);
    photo("put", file).catch(() => {});  // a browser that keeps nothing still shows it
  });
  find("#photo-away")?.addEventListener("click", () => {
    show(null);
    chosen.value = "";
    photo("delete").catch(() => {});
  });
  if (chosen) photo("get").then((file) => { if (file) show(file); }).catch(() => {});

  // A zip goes to the server as it is.
  const zip = find("[data-import]");
  zip?.addEventListener("change", async () => {
    const file = zip.files[0], said = find("[data-import-said]");
    if (!file) return;
    const tell = (text) => { said.textContent = text; said.hidden = false; zip.value = ""; };
    said.hidden = true;
    if (file.size > Number(zip.dataset.most)) { tell(zip.dataset.large); return; }
    const headers = { "content-type": "application/zip", "mh-part": "1" };
    const answer = await fetch(zip.dataset.import, { method: "POST", headers, body: file });
    if (answer.ok) window.location.assign((await answer.json()).path); else tell(await answer.text());
  });

  // A trial is watched until it is over.
  const trial = find("[data-watch]");
  async function watch() {
    if (!find("[data-running]", trial)) return;
    try {
      const answer = await fetch(trial.dataset.watch, { headers: { "mh-part": "1" } });
      const text = answer.ok ? await answer.text() : "";
      if (text && !text.includes("data-running")) { window.location.reload(); return; }  // what can be done now is new
      if (text) trial.innerHTML = text;
    } catch { /* asked again */ }
    setTimeout(watch, WATCH);
  }
  if (trial) setTimeout(watch, WATCH);
})();
