// Pan and zoom of the board. The camera's position lives on #frame, outside what the server renews.
(() => {
  const frame = document.getElementById("frame");
  if (!frame || frame.dataset.page !== "table") return;
  const camera = { k: 1, x: 0, y: 0 };
  const MOST = 4, SLACK = 6, NEAR = 0.9;
  const view = () => document.querySelector(".part-board .view");
  const narrow = () => document.documentElement.dataset.size === "narrow";
  const large = () => narrow() && document.querySelector(".part-board.large");

  let applied = "0 0 1";
  const apply = () => {
    // Measuring is dear, and so is a new value on the frame: every part below it is styled again.
    if (applied === "0 0 1" && camera.k === 1) return;
    const box = view(), drawn = box?.firstElementChild;
    // A board on another tab has no size: it keeps its section until it is seen again.
    if (box && !box.clientWidth) return;
    if (box) {
      camera.x = Math.min(0, Math.max(box.clientWidth - drawn.offsetWidth * camera.k, camera.x));
      camera.y = Math.min(0, Math.max(box.clientHeight - drawn.offsetHeight * camera.k, camera.y));
    }
    const now = `${camera.x} ${camera.y} ${camera.k}`;
    if (now === applied) return;
    applied = now;
    frame.style.setProperty("--cam-x", `${camera.x}px`);
    frame.style.setProperty("--cam-y", `${camera.y}px`);
    frame.style.setProperty("--cam-k", String(camera.k));
    frame.classList.toggle("zoomed", camera.k > 1.01);
  };
  const zoom = (factor, cx, cy) => {
    const k = Math.min(MOST, Math.max(1, camera.k * factor));
    const f = k / camera.k;
    camera.x = cx - (cx - camera.x) * f;
    camera.y = cy - (cy - camera.y) * f;
    camera.k = k;
    apply();
  };
  const middle = (factor) => {
    const box = view().getBoundingClientRect();
    zoom(factor, box.width / 2, box.height / 2);
  };
  const fit = () => { Object.assign(camera, { k: 1, x: 0, y: 0 }); apply(); };

  // A large board on a phone is shown from near, where something can be chosen.
  const targets = () => [...document.querySelectorAll(".part-board a.mh-legal")].map((e) => e.getBoundingClientRect());
  const near = () => Math.max(1, (NEAR * Number(view().dataset.width)) / view().clientWidth);
  // Where nothing can be chosen, where the reader's own pieces are.
  const own = () => {
    const seat = document.getElementById("state")?.dataset.mine;
    return seat ? [...document.querySelectorAll(`.part-board [data-by="${seat}"]`)].map((e) => e.getBoundingClientRect()) : [];
  };
  const look = () => {
    const lit = targets(), found = lit.length ? lit : own();
    const box = view().getBoundingClientRect(), k = near();
    const mid = (least, most) => (found.length ? (Math.min(...found.map(least)) + Math.max(...found.map(most))) / 2 : null);
    const cx = mid((r) => r.left, (r) => r.right) ?? box.left + box.width / 2;
    const cy = mid((r) => r.top, (r) => r.bottom) ?? box.top + box.height / 2;
    const bx = (cx - box.left - camera.x) / camera.k, by = (cy - box.top - camera.y) / camera.k;
    Object.assign(camera, { k, x: box.width / 2 - bx * k, y: box.height / 2 - by * k });
    apply();
  };
  let seen = "";
  const follow = () => {
    if (!large() || !view()?.clientWidth) return;
    const now = [...document.querySelectorAll(".part-board a.mh-legal")].map((e) => e.id).join();
    if (seen && now === seen) return;
    const box = view().getBoundingClientRect(), found = targets();
    const there = found.filter((r) => r.right > box.left && r.left < box.right && r.bottom > box.top && r.top < box.bottom);
    if (!seen || there.length * 2 < found.length) look();
    seen = now || "none";
  };
  frame.addEventListener("mh:laid", () => { apply(); follow(); });
  // Brings a place into the middle of what is seen.
  const center = (place) => {
    const box = view().getBoundingClientRect(), r = place.getBoundingClientRect();
    camera.x += box.left + box.width / 2 - r.left - r.width / 2;
    camera.y += box.top + box.height / 2 - r.top - r.height / 2;
    apply();
  };
  window.mhCamera = { middle, fit, center };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    if (button.dataset.zoom !== "fit") middle(button.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
    else if (large() && camera.k < 1.01) look();
    else fit();
  });
  document.addEventListener("wheel", (event) => {
    const box = event.target.closest(".part-board .view");
    if (!box || !(event.ctrlKey || event.metaKey || camera.k > 1.01)) return;
    event.preventDefault();
    const at = box.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 400), event.clientX - at.left, event.clientY - at.top);
  }, { passive: false });

  const fingers = new Map();
  let moved = 0;
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".part-board .view")) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) moved = 0;
  });
  document.addEventListener("pointermove", (event) => {
    const old = fingers.get(event.pointerId);
    if (!old) return;
    const dx = event.clientX - old.x, dy = event.clientY - old.y;
    if (fingers.size === 1) {
      moved += Math.abs(dx) + Math.abs(dy);
      if (camera.k > 1.01) { camera.x += dx; camera.y += dy; apply(); }
    } else {
      const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(old.x - other.x, old.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const at = view().getBoundingClientRect();
      moved += 10;
      if (before > 0) zoom(after / before, (event.clientX + other.x) / 2 - at.left, (event.clientY + other.y) / 2 - at.top);
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => fingers.delete(event.pointerId));
  }
  // A drag that begins on a target must not choose it.
  document.addEventListener("click", (event) => {
    if (moved > SLACK && event.target.closest(".part-board .view")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    moved = 0;
  }, true);
  apply();
  follow();
})();
