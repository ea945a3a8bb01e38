// The search box of a rulebook filters as one types. Without this script the server does the same through ?q=.
(() => {
  const box = document.getElementById("q"), paper = document.querySelector(".paper"), found = document.querySelector(".found");
  if (!box || !paper) return;
  const chapters = document.querySelector("details.chapters");
  if (document.documentElement.dataset.size === "narrow" && chapters) chapters.open = false;
  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");
  const rows = [...paper.querySelectorAll(".rules-list > div")].map((row) => [row, fold(row.textContent)]);
  const sections = [...paper.querySelectorAll("section")];
  const filter = () => {
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [row, text] of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) count += 1;
    }
    for (const section of sections) section.hidden = words.length > 0 && !section.querySelector(".rules-list > div:not([hidden])");
    found.textContent = !words.length ? "" : count ? String(count) : found.dataset.none;
    const here = new URL(window.location.href);
    if (words.length) here.searchParams.set("q", box.value.trim()); else here.searchParams.delete("q");
    window.history.replaceState(null, "", here);
  };
  let timer = 0;
  box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(filter, 80); });
  box.form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
  // A link to a rule that the search has hidden shows it again.
  const target = () => document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  const reveal = () => {
    if (target() && target().closest("[hidden]")) { box.value = ""; filter(); target().scrollIntoView(); }
  };
  window.addEventListener("hashchange", reveal);
  reveal();
  // boot.js has just loaded the page again for this screen: the browser would stay at the top instead of at the rule.
  if (target() && Date.now() - Number(sessionStorage.getItem("mh-again") || 0) < 3000) {
    window.history.scrollRestoration = "manual";
    window.addEventListener("load", () => target().scrollIntoView());
  }
})();
