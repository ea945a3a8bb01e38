// Lessons: lights up what the panel speaks of, tries again, goes on. Hints on request.
(() => {
  const table = window.mhTable, frame = document.getElementById("frame");
  if (!table || !frame) return;

  function light() {
    const wanted = new Set((table.find("#lesson")?.dataset.light || "").split("|").filter(Boolean));
    if (!wanted.size && !frame.querySelector(".advised")) return;
    for (const target of frame.querySelectorAll("[data-act]")) {
      const acts = (target.dataset.acts || target.dataset.act || "").split("|");
      target.classList.toggle("advised", acts.some((act) => wanted.has(act)));
    }
  }

  // A long list is moved to what is lit; the page itself stays where it is.
  function show() {
    const first = table.find("#choices .advised"), list = table.find("#choices");
    if (first && list.scrollHeight > list.clientHeight + 4) {
      list.scrollTop += first.getBoundingClientRect().top - list.getBoundingClientRect().top - 40;
    }
  }

  // A bot thinks about it for a moment; its answer opens as a small window.
  async function think() {
    frame.classList.add("busy");
    await table.ask(`/t/${frame.dataset.match}/hint?seat=${table.state().mine ?? ""}`, null, () => null);
    frame.classList.remove("busy");
  }

  // So is a turn judged that is tried again.
  async function judge() {
    frame.classList.add("busy");
    await table.ask(`/t/${frame.dataset.match}/retry/verdict`, null, () => null);
    frame.classList.remove("busy");
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-again]")) table.send("/again", {});
    else if (event.target.closest("[data-go-on]")) table.send("/go-on", {});
    else if (event.target.closest("[data-hint]")) think();
    else if (event.target.closest("[data-judge]")) judge();
    const tried = event.target.closest("[data-retry]");
    if (tried) { table.hide(); table.send(`/retry/${tried.dataset.retry}`, {}); }
    const hints = event.target.closest("[data-hints]");
    if (hints) { table.hide(); table.send("/hints", { on: hints.dataset.hints }); }
  });
  // What was judged stands among the tries once its window is closed.
  document.addEventListener("close", (event) => { if (event.target.querySelector("#verdict")) table.refresh(); }, true);
  const speak = () => { light(); show(); };
  frame.addEventListener("mh:laid", speak);
  speak();
})();
