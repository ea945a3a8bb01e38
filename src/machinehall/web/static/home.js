// The tables that wait for the reader: what happened there is asked for once the page stands.
(() => {
  async function look(card) {
    const answer = await fetch(card.dataset.glimpse, { headers: { "mh-part": "1" } }).catch(() => null);
    if (answer?.status === 200) card.innerHTML = await answer.text();
  }
  for (const card of document.querySelectorAll("[data-glimpse]")) look(card);
})();
