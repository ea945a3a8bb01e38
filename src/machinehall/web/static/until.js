// Times that run. The server says how many seconds are left, so that no two clocks have to agree.
(() => {
  const frame = document.getElementById("frame");
  if (!frame) return;
  const left = (box, name) => {
    const now = performance.now();
    if (box.mhSaid !== box.dataset[name]) { box.mhSaid = box.dataset[name]; box.mhSince = now; }
    return Number(box.dataset[name]) - (now - box.mhSince) / 1000;
  };
  const two = (n) => String(n).padStart(2, "0");
  const clock = (seconds) => {
    const s = Math.max(0, Math.ceil(seconds)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
    return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
  };
  const put = (box, hidden) => { if (box.hidden !== hidden) box.hidden = hidden; };
  function tick() {
    // To look through the whole page for them would take a millisecond of each answer.
    for (const box of document.getElementById("notices")?.querySelectorAll("[data-left], [data-after]") ?? []) {
      const { dataset } = box;
      if ("left" in dataset) box.textContent = clock(left(box, "left"));
      if ("after" in dataset) put(box, left(box, "after") > 0);
    }
  }
  frame.addEventListener("mh:laid", tick);
  setInterval(tick, 1000);
  tick();
})();
