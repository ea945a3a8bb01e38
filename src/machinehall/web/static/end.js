// The end of a match: somebody asks to go back, answers, or lets it stand; then the page is made anew. A table of
// scores that is wider than the screen says so, until its end has been seen.
(() => {
  const page = document.querySelector("[data-live]");
  page?.addEventListener("rev", (event) => {
    if (Number(event.detail) > Number(page.dataset.rev)) window.location.reload();
  });

  const scroll = document.querySelector(".score .scroll"), hint = document.querySelector(".sideways");
  function edges() {
    const left = scroll.scrollLeft > 1, right = scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1;
    scroll.classList.toggle("more-left", left);
    scroll.classList.toggle("more-right", right);
    hint.hidden = !right;
  }
  if (scroll && hint) {
    scroll.addEventListener("scroll", edges, { passive: true });
    new ResizeObserver(edges).observe(scroll);
  }
})();
