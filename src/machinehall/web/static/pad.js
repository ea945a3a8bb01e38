// The score pad adds up; an empty one keeps what was typed in this browser. Numbers are typed on the phone's own pad of
// digits: everybody knows it, and screen readers and keyboards do. On some phones it has no minus, so that is a button here.
(() => {
  const table = document.querySelector("[data-pad]");
  if (!table) return;
  const fields = [...table.querySelectorAll("[data-player]")], key = table.dataset.pad && `mh-pad-${table.dataset.pad}`;
  const helps = [...table.querySelectorAll(".pad-counts")], bar = document.querySelector(".pad-next");
  const counted = {};  // by field: what was counted for it
  let now = fields[0];
  const kept = () => { try { return JSON.parse(localStorage.getItem(key) ?? "{}"); } catch { return {}; } };
  const shown = (points) => String(points).replace("-", "−");
  const help = () => helps.find((row) => row.dataset.counts === now.dataset.counts);
  const counts = () => [...help()?.querySelectorAll("input") ?? []];
  const after = () => fields[(fields.indexOf(now) + 1) % fields.length];

  function add() {
    const sums = [...table.querySelectorAll("output")].map((sum) => {
      const mine = fields.filter((field) => field.dataset.player === sum.dataset.sum);
      const points = mine.reduce((all, field) => all + (field.validity.valid ? Number(field.value) : 0), 0);
      sum.value = shown(points);
      return points;
    });
    const most = Math.max(...sums);
    for (const [i, sum] of table.querySelectorAll("output").entries()) sum.classList.toggle("lead", most > 0 && sums[i] === most);
    for (const field of fields) field.toggleAttribute("aria-invalid", !field.validity.valid);
    bar.querySelector("b").textContent = shown(sums[now.dataset.player]);
  }
  function keep() {
    if (!key) return;
    const told = fields.filter((field) => field.value).map((field) => [field.name, field.value]);
    localStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(told), counted }));
  }
  // What is counted for the field stands below it; what is left over of one thing may serve as one of the next.
  function work() {
    let rest = 0, points = 0;
    for (const count of counts()) {
      const all = rest + (count.validity.valid ? Number(count.value) : 0), per = Number(count.dataset.per);
      points += Math.floor(all / per) * Number(count.dataset.points);
      rest = "rest" in count.dataset ? all % per : 0;
    }
    now.value = points;
    counted[now.name] = counts().map((count) => count.value);
  }
  function open(field) {
    now = field;
    for (const other of fields) other.classList.toggle("here", other === now);
    const said = now.closest("table").querySelectorAll("thead th span")[now.dataset.player].textContent, own = help();
    for (const row of helps) row.hidden = row !== own;
    if (own) {
      own.querySelector("b").textContent = now.ariaLabel;
      own.querySelector("div").setAttribute("aria-label", now.ariaLabel);
      counts().forEach((count, i) => { count.value = counted[now.name]?.[i] ?? ""; });
    }
    bar.hidden = false;
    bar.querySelector("span").textContent = said;
    bar.querySelector("small").textContent = after().ariaLabel;
    add();
  }
  function go() {
    after().focus();
    now.scrollIntoView({ block: "nearest" });
  }
  // The bar stays above the phone's pad of digits, which lies over the page.
  function lift() {
    const seen = window.visualViewport;
    bar.style.bottom = `${Math.max(0, window.innerHeight - seen.height - seen.offsetTop)}px`;
  }

  const old = key ? kept() : {};
  if (key) for (const field of fields) field.value = old[field.name] ?? "";
  Object.assign(counted, old.counted);
  table.addEventListener("focusin", (event) => { if (event.target.dataset.player) open(event.target); });
  table.addEventListener("input", (event) => {
    if (event.target.dataset.player) {  // whoever types the points has not counted these
      delete counted[now.name];
      for (const count of counts()) count.value = "";
    } else work();
    add();
    keep();
  });
  // Enter goes on to the next field, row by row; from what is counted to the next such thing first.
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const all = counts(), next = all[all.indexOf(event.target) + 1];
    if (next && all.includes(event.target)) next.focus();
    else go();
  });
  bar.addEventListener("pointerdown", (event) => event.preventDefault());  // the pad of digits stays
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-next]")) go();
    if (event.target.closest("[data-sign]") && now.value) {
      now.value = -Number(now.value);
      add();
      keep();
    }
    if (!event.target.closest("[data-clear]")) return;
    for (const field of fields) field.value = "";
    for (const name of Object.keys(counted)) delete counted[name];
    keep();
    open(fields[0]);
    fields[0].focus();
  });
  window.visualViewport?.addEventListener("resize", lift);
  window.visualViewport?.addEventListener("scroll", lift);
  open(now);
  for (const row of helps) row.hidden = true;  // until a field is touched
})();
