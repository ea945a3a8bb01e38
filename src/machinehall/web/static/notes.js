// Private notes: kept a moment after the last letter, and when the page is left.
(() => {
  if (!document.getElementById("frame")) return;
  const { base, lost } = window.mhTable;

  let writing = 0, unsaved = null;
  document.addEventListener("input", (event) => {
    if (event.target.id !== "note-text") return;
    clearTimeout(writing);
    unsaved = event.target.value;
    writing = setTimeout(() => {
      unsaved = null;
      fetch(`${base}/note`, { method: "POST", body: new URLSearchParams({ text: event.target.value }) }).catch(() => lost(true));
    }, 600);
  });

  // Whoever leaves in the middle of a note keeps it.
  window.addEventListener("pagehide", () => {
    if (unsaved !== null) navigator.sendBeacon(`${base}/note`, new URLSearchParams({ text: unsaved }));
  });
})();
