// Lays a fresh fragment over what is there. What is equal stays untouched, and with it focus, scrolling and all that the
// browser has worked out for it.
(() => {
  const AHEAD = 3;
  // Things are the same by their id, choices by what they do: a button must not become another one under a finger. Pieces by
  // what they are, so that one can be seen to go.
  const named = (node) => node.getAttribute("data-act") || node.getAttribute("data-piece") || node.getAttribute("data-figure");
  const key = (node) => node.id || (node.nodeType === 1 ? named(node) : "") || "";
  // A place that can be chosen is a link, and none while it cannot: the one does not become the other.
  const known = (node) => key(node) && `${node.nodeName} ${key(node)}`;

  function twin(at, end, fresh) {
    const name = fresh.nodeName, wanted = key(fresh);
    for (let node = at, steps = 0; node !== end && (wanted || steps < AHEAD); node = node.nextSibling, steps += 1) {
      if (node.nodeName === name && key(node) === wanted) return node;
    }
    return null;
  }

  // What somebody has opened stays open while the others play on.
  const opened = (old, name) => name === "open" && old.localName === "details" && old.id;

  function attributes(old, fresh) {
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.attributes.length > fresh.attributes.length) {
      for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !opened(old, name)) old.removeAttribute(name);
    }
    // What somebody has moved or typed goes on showing that, whatever the attribute says.
    if (old.localName === "input" && fresh.hasAttribute("value")) old.value = fresh.getAttribute("value");
  }

  function become(old, fresh) {
    if (old.nodeType !== 1) { if (old.data !== fresh.data) old.data = fresh.data; return; }
    if (fresh.hasAttribute("data-same") || old.hasAttribute("data-keep") || old.isEqualNode(fresh)) return;
    attributes(old, fresh);
    children(old, fresh);
  }

  // Removing what is gone moves nothing; moving a thing costs as much as making it anew.
  function clear(old, at, until, keys) {
    while (at !== until && !keys.has(known(at))) { const gone = at; at = at.nextSibling; gone.remove(); }
    if (at !== until) old.insertBefore(until, at);
    return at === until ? at.nextSibling : at;
  }

  function children(old, fresh) {
    const keys = new Set([...fresh.children].map(known).filter(Boolean));
    // What scripts have drawn above all else is theirs: they take it away themselves where it is wrong.
    const end = old.lastElementChild?.hasAttribute("data-above") ? old.lastElementChild : null;
    let at = old.firstChild;
    for (let next = fresh.firstChild, after; next; next = after) {
      after = next.nextSibling;
      const found = twin(at, end, next);
      if (!found) { old.insertBefore(next, at); continue; }
      at = clear(old, at, found, keys);
      become(found, next);
    }
    while (at !== end) { const gone = at; at = at.nextSibling; gone.remove(); }
  }

  window.mhMorph = children;
})();
