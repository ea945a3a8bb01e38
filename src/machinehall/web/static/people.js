// What can be done about somebody who has said something.
(() => {
  if (!document.getElementById("frame")) return;
  const { base, ask, hide, dock, find, lost } = window.mhTable;

  document.addEventListener("click", async (event) => {
    const hush = event.target.closest("[data-hush]"), mute = event.target.closest("[data-mute]");
    if (hush) { ask(`${base}/mute?number=${hush.dataset.hush}`); return; }
    if (!mute) return;
    const body = new URLSearchParams({ number: mute.dataset.mute, block: mute.dataset.block ?? "" });
    const answer = await fetch(`${base}/mute`, { method: "POST", body, headers: { "mh-part": "1" } }).catch(() => null);
    if (!answer) { lost(true); return; }
    hide();
    delete find("#said").dataset.heard;
    dock("chat");
  });
})();
