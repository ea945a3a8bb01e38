// The code of a recovery link stands behind the #: into the form with it, and out of the address and the history.
(() => {
  const code = window.location.hash.slice(1);
  if (!code) return;
  document.getElementById("code").value = code;
  window.history.replaceState(null, "", window.location.pathname);
})();
