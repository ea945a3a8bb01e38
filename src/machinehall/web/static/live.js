// News of a match over server-sent events, told as events of the element that names the stream. The browser's own way back
// ends at an answer that is no stream, as a proxy gives while its server starts again, and it does not see that the machine
// slept. So every end is answered here, after a while that doubles; each stream begins after the last revision heard of.
(() => {
  const live = document.querySelector("[data-live]");
  if (!live) return;
  const SOON = 500, LATEST = 60_000, TICK = 5_000, SLEPT = 90_000;
  const address = new URL(live.dataset.live, window.location.href);
  let source = null, timer = 0, tries = 0, ticked = Date.now();
  const tell = (name, detail) => live.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }
  function later() {
    close();
    // Not all at the same moment, when a server comes back that many listened to.
    const wait = Math.min(SOON * 2 ** tries++, LATEST) * (0.7 + 0.6 * Math.random());
    timer = setTimeout(open, wait);
    return wait;
  }
  function open() {
    close();
    // A page that nobody sees leaves the connection to others, unless somebody waits to be called.
    if (!live.isConnected || document.hidden && tell("rest")) return;
    source = new EventSource(address);
    source.onopen = () => { tries = 0; tell("found"); };
    source.onerror = () => tell("lost", later());
    source.addEventListener("end", later);
    for (const name of ["rev", "chat"]) source.addEventListener(name, hear);
  }
  function hear(event) {
    if (!live.isConnected) { close(); return; }
    if (event.type === "rev") address.searchParams.set("since", event.data);
    tell(event.type, event.data);
  }
  function anew() { tries = 0; open(); }

  document.addEventListener("visibilitychange", () => { if (document.hidden ? tell("rest") : !source) anew(); });
  window.addEventListener("online", anew);
  window.addEventListener("pageshow", (event) => { if (event.persisted) anew(); });
  // A clock that has leapt: the machine slept, and the stream may be dead without knowing.
  setInterval(() => {
    const before = ticked;
    ticked = Date.now();
    if (ticked - before > SLEPT) anew();
  }, TICK);
  open();
})();
