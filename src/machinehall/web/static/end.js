// The end of a match: somebody asks to go back, answers, or lets it stand; then the page is made anew.
(() => {
  const page = document.querySelector("[data-live]");
  page?.addEventListener("rev", (event) => {
    if (Number(event.detail) > Number(page.dataset.rev)) window.location.reload();
  });
})();
