// The own board in words, where a large screen has room left: asked for when the board has changed and nothing else waits.
(() => {
  const frame = document.getElementById("frame"), table = window.mhTable;
  if (!frame || !table || frame.dataset.page !== "table") return;
  const { base, state } = table, WAIT = 200;
  const boards = () => [...document.querySelectorAll(":is(#part-hand, #part-own) [data-print]")];
  let shown = "", timer = 0;
  async function look() {
    const box = document.getElementById("spelled"), key = `${state().mine} ${boards().map((one) => one.dataset.print)}`;
    if (!box || !frame.dataset.spelled || key === shown) return;
    shown = key;
    const places = boards().flatMap((one) => [...one.querySelectorAll("svg [id]")].map((part) => part.id)).join();
    const query = new URLSearchParams({ seat: state().mine ?? "", places });
    const answer = await fetch(`${base}/spelled?${query}`, { headers: { "mh-part": "1" } }).catch(() => null);
    const text = answer?.status === 200 ? await answer.text() : "";
    if (shown !== key) return;
    box.innerHTML = text;
    frame.toggleAttribute("data-spoken", Boolean(text));
  }
  const soon = () => { clearTimeout(timer); timer = setTimeout(look, WAIT); };
  frame.addEventListener("mh:laid", soon);
  window.addEventListener("resize", soon);
  soon();
})();
