// For translators: point at a sentence, or take it from the list of all on the page, to learn its message id.
document.addEventListener("DOMContentLoaded", () => {
  const bar = document.getElementById("translating"), dialog = document.getElementById("message");
  const found = dialog.querySelector(".found"), pick = bar.querySelector("[data-pick]");
  const MOST = 400, HINTS = ["aria-label", "title", "placeholder", "alt"];

  const tidy = (text) => (text || "").replace(/\s+/g, " ").trim();
  const has = (text) => /\p{L}/u.test(text) && text.length <= MOST;
  const hints = (element) => HINTS.map((name) => tidy(element.getAttribute(name)));
  const named = (element) => tidy(element.querySelector(":scope > title")?.textContent);

  // What somebody may mean who points there: the words, their hint, and the line that they stand in.
  const around = (target) => {
    // A question is one message, of which the page sets each sentence apart.
    const texts = [target.closest("[data-prompt]")?.dataset.prompt, target.closest("text")?.textContent, target.textContent, ...hints(target), named(target)];
    const line = target.parentElement?.closest("button, a, summary, label, li, p, h1, h2, h3, td, th, dt, dd, g");
    if (line) texts.push(line.textContent, ...hints(line), named(line));
    return [...new Set(texts.map(tidy))].filter(has).slice(0, 4);
  };

  // Elements that have words of their own, in the order of the page; also what only screen readers say.
  const all = () => {
    const texts = new Set([tidy(document.title)]);
    for (const element of document.body.querySelectorAll("*")) {
      if (bar.contains(element) || dialog.contains(element) || element.matches("script, style, symbol *")) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && has(tidy(node.data)));
      if (own) texts.add(tidy(element.textContent));
      for (const hint of [...hints(element), tidy(element.dataset?.prompt)]) texts.add(hint);
    }
    return [...texts].filter(has);
  };

  const show = () => {
    if (!dialog.open) dialog.showModal();
    found.focus();
    dialog.scrollTop = 0;
  };
  // An earlier answer never stands for the present question, also if it comes late.
  let asked = 0;
  const tell = async (texts) => {
    if (!texts.length) return;
    const mine = ++asked;
    found.replaceChildren();
    const query = new URLSearchParams(texts.map((text) => ["text", text]));
    const answer = await fetch(`/translating?${query}`, { headers: { "mh-part": "1" } }).catch(() => null);
    const told = answer?.ok ? await answer.text() : "";
    if (!told || mine !== asked) return;
    found.innerHTML = told;
    show();
  };

  const picking = (on) => {
    pick.setAttribute("aria-pressed", String(on));
    document.documentElement.classList.toggle("picking", on);
  };
  const isOn = () => pick.getAttribute("aria-pressed") === "true";
  pick.addEventListener("click", () => picking(!isOn()));
  bar.querySelector("[data-all]").addEventListener("click", () => {
    const list = document.createElement("ul");
    for (const text of all()) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: text });
      button.addEventListener("click", () => tell([text]));
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    }
    found.replaceChildren(list);
    show();
  });

  // Before anything else hears of it: whoever points at a button does not press it.
  const caught = (event) => isOn() && !bar.contains(event.target) && !dialog.contains(event.target);
  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
    window.addEventListener(kind, (event) => { if (caught(event)) event.stopImmediatePropagation(); }, true);
  }
  window.addEventListener("click", (event) => {
    if (!caught(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tell(around(event.target));
  }, true);
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOn() && !dialog.open) picking(false);
  });
});
