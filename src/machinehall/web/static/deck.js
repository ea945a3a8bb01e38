// Cards over the boards can be folded to their headings, to look at what lies below, and unfolded again.
(() => {
  const frame = document.getElementById("frame");
  if (!frame || frame.dataset.page !== "table") return;
  const find = (selector) => document.querySelector(selector);
  function tell() {
    const folded = "folded" in frame.dataset;
    find("#fold")?.setAttribute("aria-pressed", String(folded));
    requestAnimationFrame(lie);
  }
  // Folded they lie at a desk where the list of choices would be, which is empty as long as there are cards: all boards are in sight.
  function lie() {
    const deck = find("#deck"), list = find("#choices"), zoom = deck?.currentCSSZoom ?? 1;
    if (!deck) return;
    const room = list.getBoundingClientRect();
    const free = "folded" in frame.dataset && document.documentElement.dataset.size === "wide" && list.checkVisibility() && room.height > 90;
    deck.style.inset = free ? `${room.top / zoom}px auto auto ${room.left / zoom}px` : "";
    deck.style.maxWidth = free ? `${room.width / zoom}px` : "";
    list.classList.toggle("carded", free);
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
