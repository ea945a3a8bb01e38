// Lessons: lights up what the panel speaks of, tries again, goes on.
(() => {
  const table = window.mhTable, frame = document.getElementById("frame");
  if (!table || !frame) return;

  function light() {
    const wanted = new Set((table.find("#lesson")?.dataset.light || "").split("|").filter(Boolean));
    for (const target of frame.querySelectorAll("[data-act]")) {
      const acts = (target.dataset.acts || target.dataset.act || "").split("|");
      target.classList.toggle("advised", acts.some((act) => wanted.has(act)));
    }
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-again]")) table.send("/again", {});
    else if (event.target.closest("[data-go-on]")) table.send("/go-on", {});
  });
  frame.addEventListener("mh:laid", light);
  light();
})();
