// The score pad adds up; an empty one keeps what was typed in this browser.
(() => {
  const table = document.querySelector("[data-pad]");
  if (!table) return;
  const fields = [...table.querySelectorAll("input")], key = table.dataset.pad && `mh-pad-${table.dataset.pad}`;
  const kept = () => { try { return JSON.parse(localStorage.getItem(key) ?? "{}"); } catch { return {}; } };

  function add() {
    const sums = [...table.querySelectorAll("output")].map((sum) => {
      const mine = fields.filter((field) => field.dataset.player === sum.dataset.sum);
      const points = mine.reduce((all, field) => all + (field.validity.valid ? Number(field.value) : 0), 0);
      sum.value = String(points).replace("-", "−");
      return points;
    });
    const most = Math.max(...sums);
    for (const [i, sum] of table.querySelectorAll("output").entries()) sum.classList.toggle("lead", most > 0 && sums[i] === most);
    for (const field of fields) field.toggleAttribute("aria-invalid", !field.validity.valid);
  }
  function keep() {
    if (key) localStorage.setItem(key, JSON.stringify(Object.fromEntries(fields.filter((f) => f.value).map((f) => [f.name, f.value]))));
  }
  if (key) { const old = kept(); for (const field of fields) field.value = old[field.name] ?? ""; }
  table.addEventListener("input", () => { add(); keep(); });
  // Enter goes on to the next field, row by row.
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    fields[fields.indexOf(event.target) + 1]?.focus();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-clear]")) return;
    for (const field of fields) field.value = "";
    keep();
    add();
    fields[0]?.focus();
  });
  add();
})();
