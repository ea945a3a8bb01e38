// Runs before the page is painted: tells the server by a cookie which theme and which size of screen this is.
(() => {
  const root = document.documentElement;
  const size = () => {
    const w = window.innerWidth, h = window.innerHeight;
    return w < 700 ? "narrow" : w < 1300 || h < 740 ? "medium" : w < 1440 || h < 840 ? "compact" : "wide";
  };
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const seen = () => `${dark.matches ? "dark" : "light"}.${size()}`;
  const keep = () => { document.cookie = `mh-seen=${seen()}; path=/; max-age=31536000; samesite=lax`; };
  const differs = () => {
    const wish = root.dataset.wish, theme = wish === "light" || wish === "dark" ? wish : seen().split(".")[0];
    return root.dataset.fit !== size() || root.dataset.theme !== theme;
  };
  // A page that is being left does not begin again: that would take back where somebody wants to go.
  let left = 0;
  const LEAVING = 20_000;
  window.addEventListener("beforeunload", () => { left = Date.now(); });
  const again = () => {
    if (Date.now() - left < LEAVING) { setTimeout(again, 1000); return; }
    keep();
    if (differs()) window.dispatchEvent(new Event("mh:screen"));
  };
  keep();
  if (differs() && navigator.cookieEnabled && document.cookie.includes(`mh-seen=${seen()}`)) {
    // The server drew for another screen: once more, unless that has just been tried.
    const last = Number(sessionStorage.getItem("mh-again") || 0);
    if (Date.now() - last > 3000) {
      sessionStorage.setItem("mh-again", String(Date.now()));
      window.location.reload();
    }
  }
  // A link that the server gave as a path: only this browser knows for certain under which address the site is reached.
  const complete = () => {
    for (const field of document.querySelectorAll('input[readonly][value^="/"]')) {
      const whole = window.location.origin + field.getAttribute("value");
      if (field.value !== whole) field.value = whole;
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    complete();
    const column = document.querySelector("main.column");
    if (column) new MutationObserver(complete).observe(column, { childList: true, subtree: true, attributeFilter: ["value"] });
  });
  let timer = 0;
  window.addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(again, 250); });
  dark.addEventListener("change", again);
  window.addEventListener("mh:screen", () => {
    if (!document.querySelector("dialog[open]")) window.location.reload();
  });
})();
