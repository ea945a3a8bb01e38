// The end of a match: somebody asks to go back, answers, or lets it stand; then the page is made anew.
(() => {
  const page = document.querySelector("[data-live]");
  if (!page || page.dataset.final) return;
  const news = new EventSource(page.dataset.live);
  news.addEventListener("rev", (event) => {
    if (Number(event.data) <= Number(page.dataset.rev)) return;
    news.close();
    window.location.reload();
  });
})();
