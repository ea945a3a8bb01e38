// The code of a recovery link, or of an invitation, stands behind the #: into the form with it, and out of the address and the history.
(() => {
  const code = window.location.hash.slice(1);
  if (!code) return;
  const field = document.getElementById("code");
  if (field) field.value = decodeURIComponent(code);
  for (const box of document.querySelectorAll("[data-without-code]")) box.hidden = true;
  window.history.replaceState(null, "", window.location.pathname);
})();
