// A review that is still being made: ask again, and put what is known by now in the place of what was known before.
// What somebody has opened stays open; while they read, nothing moves that has not changed.
(() => {
  const place = document.getElementById("review");
  const AGAIN = 2_000;

  async function look() {
    const growing = place.querySelector("[data-growing]");
    if (!growing) return;
    const answer = await fetch(window.location.href, { headers: { "mh-part": "1" } }).catch(() => null);
    if (answer?.ok) {
      const made = document.createElement("template");
      made.innerHTML = await answer.text();
      const next = made.content.querySelector(".review");
      if (next && next.dataset.growing !== growing.dataset.growing) put(next);
    }
    setTimeout(look, AGAIN);
  }
  function put(next) {
    const open = [...place.querySelectorAll("details[open][id]")].map((each) => each.id);
    const at = document.activeElement?.id;
    place.replaceChildren(next);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (at) document.getElementById(at)?.focus({ preventScroll: true });
  }
  setTimeout(look, AGAIN);
})();
