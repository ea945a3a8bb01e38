// The link of a table: copied with one tap, and as a picture for the camera of a phone.
(() => {
  const frame = document.getElementById("frame");
  if (frame?.dataset.page !== "lobby") return;
  const SHOWN = 2000;

  async function copy(button) {
    const field = document.getElementById(button.dataset.copyLink), said = button.querySelector("span");
    const before = button.dataset.before ??= said.textContent;
    field.select();
    // Without https a browser gives no clipboard; the old way still takes what is selected.
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    said.textContent = button.dataset.copied;
    setTimeout(() => { said.textContent = before; }, SHOWN);
  }
  frame.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy-link]");
    if (button) copy(button);
  });

  // Only the browser knows under which address it has reached a server that was told none.
  async function paint() {
    const box = document.querySelector("[data-qr]");
    if (!box || box.dataset.asked) return;
    box.dataset.asked = "1";
    const answer = await fetch(box.dataset.qr, { method: "POST", headers: { "mh-part": "1" } });
    if (answer.status !== 200) return;
    box.innerHTML = await answer.text();
    box.hidden = false;
  }
  frame.addEventListener("mh:laid", paint);
  paint();
})();
