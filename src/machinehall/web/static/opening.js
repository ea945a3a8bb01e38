// The new table in one sentence, which changes with every choice; Ctrl+Enter opens it.
(() => {
  const form = document.getElementById("opening");
  if (!form) return;
  const lang = document.documentElement.lang;
  const find = (css, at = form) => at.querySelector(css);
  const list = (words) => new Intl.ListFormat(lang, { type: "conjunction" }).format(words);
  const chosen = (name) => find(`input[name="${name}"]:checked`) ?? find(`select[name="${name}"]`)?.selectedOptions[0];

  function players() {
    const found = [];
    for (let i = 0; chosen(`seat${i}`); i++) {
      const kind = chosen(`seat${i}`);
      if (kind.value === "closed") continue;
      const typed = kind.value === "you" ? find(`[name=name${i}]`).value.trim() : "";
      const bot = kind.value === "bot" ? chosen(`bot${i}`).dataset.sum : "";
      found.push(typed || bot || kind.dataset.sum);
    }
    return found;
  }
  function changed() {
    let count = 0;
    for (const row of form.querySelectorAll("[data-usual]")) {
      const field = find("input:checked, select", row) ?? find("input[type=hidden]", row);
      const other = field.value !== row.dataset.usual;
      row.classList.toggle("other", other);
      if (other && row.closest("details")) count++;
    }
    return count;
  }
  function tell() {
    const who = players(), against = find("[data-against] input:checked");
    const all = against ? [form.dataset.you, against.dataset.sum] : who;
    find("#sum").textContent = all.length ? `${form.dataset.title}: ${list(all)}` : form.dataset.title;
    find("#sum-pace").textContent = chosen("pace").dataset.sum;
    const note = find("#changed");
    if (note) {
      const count = changed();
      note.textContent = count ? note.dataset.some.replace("#", count) : note.dataset.none;
      note.classList.toggle("brass", count > 0);
      find("#sum-rules").textContent = `${find("summary b").textContent}: ${note.textContent}`;
    }
    const places = find("#seat-count");
    if (places) places.textContent = places.dataset.of.replace("#", who.length);
  }

  // A screen that is turned is drawn anew: what was chosen goes along.
  const KEPT = "mh-opening";
  const about = () => new FormData(form).get("title") + (new FormData(form).get("alone") ?? "");
  window.addEventListener("mh:screen", () => {
    const sent = [...new FormData(form)].filter(([name]) => !name.startsWith("title"));
    sessionStorage.setItem(KEPT, JSON.stringify([about(), sent]));
  });
  function again() {
    const [title, sent] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    sessionStorage.removeItem(KEPT);
    if (title !== about()) return;
    for (const field of form.querySelectorAll("input[type=checkbox]")) field.checked = false;
    for (const [name, value] of sent) {
      for (const field of form.elements) {
        if (field.name !== name || field.type === "hidden") continue;
        if (field.type !== "radio" && field.type !== "checkbox") field.value = value;
        else if (field.value === value) field.checked = true;
      }
    }
  }

  form.addEventListener("input", tell);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  window.addEventListener("pageshow", tell);  // a browser that comes back fills the form in again
  again();
  tell();
  find(".remark[id]")?.scrollIntoView({ block: "center" });
})();
