// Putting a position right: a tap on a drawing asks about that place, a word or two find what lies there.
(() => {
  const page = document.querySelector(".mend-page");
  if (!page) return;
  const links = JSON.parse(page.dataset.taps);
  for (const id of Object.keys(links)) document.getElementById(id)?.classList.add("mendable");
  for (const board of document.querySelectorAll(".mend-board")) board.addEventListener("click", (event) => {
    for (let at = event.target; at && at !== board; at = at.parentElement) if (links[at.id]) { location.assign(links[at.id]); return; }
  });
  // What is asked about stays in sight above the sheet that asks.
  const sheet = document.querySelector(".mend-sheet");
  const here = page.dataset.here.split(" ").map((id) => document.getElementById(id)).find(Boolean);
  const show = () => {
    here.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [place, lid] = [here.getBoundingClientRect(), sheet.getBoundingClientRect()];
    if (place.right > lid.left) scrollBy({ top: Math.max(0, place.bottom - lid.top + 40), behavior: "instant" });
  };
  if (sheet && here) {
    if (here.tagName === "DETAILS") here.open = true;
    else here.classList.add("mend-here");
    history.scrollRestoration = "manual";
    show();
    addEventListener("load", () => requestAnimationFrame(show), { once: true });  // after the browser has gone to the fragment
  }
  document.getElementById(location.hash.slice(1))?.focus({ preventScroll: Boolean(sheet) });
  const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  document.getElementById("seek")?.addEventListener("input", (event) => {
    const words = plain(event.target.value).split(/\s+/).filter(Boolean);
    for (const row of document.querySelectorAll("#choose .mend-rows li")) row.hidden = !words.every((word) => plain(row.textContent).includes(word));
  });
})();
