// Codes of invitations stand behind the #, so that no server sees them in an address. They stay in this tab, out of the
// address and the history, and become links for the seats that still wait.
(() => {
  const frame = document.getElementById("frame");
  if (frame?.dataset.page !== "lobby") return;
  const name = `invites-${frame.dataset.match}`;
  let codes = {};
  try { codes = JSON.parse(window.sessionStorage.getItem(name) ?? "{}"); } catch { /* nothing kept here */ }
  const fresh = new URLSearchParams(window.location.hash.slice(1)).getAll("invite");
  for (const pair of fresh) {
    const [seat, code] = pair.split(":");
    if (code) codes[seat] = code;
  }
  if (fresh.length) {
    try { window.sessionStorage.setItem(name, JSON.stringify(codes)); } catch { /* shown until the page is left */ }
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  }
  const fill = () => {
    for (const box of document.querySelectorAll("[data-invite]")) {
      const code = codes[box.dataset.invite];
      box.hidden = !code;
      if (code) box.querySelector("input").value = `${box.dataset.link}#${code}`;
    }
  };
  frame.addEventListener("mh:laid", fill);
  fill();
})();
