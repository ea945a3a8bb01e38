// Cards over the boards can be folded to their headings, to look at what lies below, and unfolded again.
(() => {
  const frame = document.getElementById("frame");
  if (!frame || frame.dataset.page !== "table") return;
  const find = (selector) => document.querySelector(selector);
  function tell() {
    const folded = "folded" in frame.dataset;
    find("#fold")?.setAttribute("aria-pressed", String(folded));
  }
  function fold() {
    if (!find("#deck")) return;
    if ("folded" in frame.dataset) delete frame.dataset.folded; else frame.dataset.folded = "1";
    tell();
    window.dispatchEvent(new Event("resize"));
    find("#fold")?.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const heading = "folded" in frame.dataset && event.target.closest("#deck .card");
    if (heading || event.target.closest("[data-fold]")) fold();
  });
  // The next cards are another question: they lie open.
  frame.addEventListener("mh:laid", () => {
    if (!find("#deck")) delete frame.dataset.folded;
    tell();
  });
  window.mhDeck = { fold };
})();
