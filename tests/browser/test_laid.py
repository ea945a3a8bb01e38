"""An answer is laid over the page: what has not changed is not even moved, for whatever is moved is laid out anew."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

import machinehall

MORPH = Path(machinehall.__file__).parent / "web" / "static" / "morph.js"
BEFORE = """<svg><g id="a"><path/></g><g id="b"><path/></g><g id="c"><path/></g>
<a id="d"><path/></a><g id="e"><path/></g>
<g class="marks" data-above=""><path/></g></svg>"""
AFTER = """<svg><a id="a"><path/></a><g id="b"><path/></g><g id="c" data-same></g>
<g id="d"><path/></g><g id="e"><path/></g>
<g id="f"></g></svg>"""
LAY = """(text) => {
  const seen = new MutationObserver(() => null), fresh = document.createElement("template"), names = [];
  fresh.innerHTML = text;
  seen.observe(document.body, { subtree: true, childList: true });
  window.mhMorph(document.body, fresh.content);
  for (const { addedNodes, removedNodes } of seen.takeRecords()) {
    for (const [sign, nodes] of [["+", addedNodes], ["-", removedNodes]]) {
      for (const node of nodes) if (node.nodeType === 1) names.push(sign + node.localName + node.id);
    }
  }
  const sheet = document.querySelector("svg");
  return [names.sort(), [...sheet.children].map((one) => one.localName + (one.id || one.getAttribute("class")))];
}"""


def test_only_what_has_changed_is_moved(browser: Browser) -> None:
    """A place becomes a link while those beside it stay; what a script has drawn above all of them stays on top."""
    page = browser.new_page()
    try:
        page.set_content(BEFORE)
        page.add_script_tag(path=str(MORPH))
        touched, there = page.evaluate(LAY, AFTER)
        assert there == ["aa", "gb", "gc", "gd", "ge", "gf", "gmarks"]
        assert touched == ["+aa", "+gd", "+gf", "-ad", "-ga"]
        assert page.locator("#c path").count() == 1, "what the page has comes without its contents"
        page.evaluate(LAY, "<svg></svg>")
        assert page.evaluate("[...document.querySelector('svg').children].map((one) => one.className.baseVal)") == [
            "marks"
        ]
    finally:
        page.close()
