// Putting a position right: a tap on the drawing asks about that place, a word or two find what lies there.
(() => {
  const board = document.querySelector(".mend-board");
  if (!board) return;
  const links = JSON.parse(board.dataset.taps);
  for (const id of Object.keys(links)) document.getElementById(id)?.classList.add("mendable");
  board.addEventListener("click", (event) => {
    for (let at = event.target; at && at !== board; at = at.parentElement) if (links[at.id]) { location.assign(links[at.id]); return; }
  });
  const asked = document.getElementById(location.hash.slice(1));
  asked?.focus({ preventScroll: false });
  const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  document.getElementById("seek")?.addEventListener("input", (event) => {
    const words = plain(event.target.value).split(/\s+/).filter(Boolean);
    for (const row of document.querySelectorAll("#choose .mend-rows li")) row.hidden = !words.every((word) => plain(row.textContent).includes(word));
  });
})();
