"""The documentation: its blocks run, its commands exist, no link is dead, nothing is fetched from elsewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import typer
from markdown_it import MarkdownIt
from often import now_and_then
from ports import free_port

from machinehall.cli.main import app

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "make"))

import docs  # noqa: E402

PAGES = docs.written("")
SHOWN = ("text", "toml")
"""Blocks that are read, not run; what they say is checked elsewhere."""
FEW = 4
"""How many blocks may be left unrun, each with its reason."""
PATIENCE = 1200
LONG = {"docs/benchmark.md", "docs/bots.md", "docs/from-net-to-bot.md", "docs/league.md"}
"""Their blocks play many matches, or train; `make test-long` runs them, and here their commands are looked up."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, what is said beside it, the text."""

    page: str
    lang: str
    file: str
    serve: bool
    no_run: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    for token in MarkdownIt("commonmark").parse((ROOT / page).read_text(encoding="utf-8")):
        if token.type == "fence":
            lang, *words = shlex.split(token.info) or [""]
            said = dict(word.partition("=")[::2] for word in words)
            assert set(said) <= {"file", "serve", "no-run"}, (page, token.info)
            yield Block(page, lang, said.get("file", ""), "serve" in said, said.get("no-run", ""), token.content)


def environment(folder: Path) -> dict[str, str]:
    """A home of its own, and our own programs first."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "COLUMNS": "200"}
    return {**os.environ, "PATH": path, **own, **installing(folder / "site")}


def installing(folder: Path) -> dict[str, str]:
    """What `pip install` installs goes into a folder of its own, and nothing is fetched for it."""
    # pip reads "no" settings the other way round: 0 means that there is no isolation.
    quiet = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_UPGRADE": "1"}
    return {**quiet, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_TARGET": str(folder), "PYTHONPATH": str(folder)}


def elsewhere(block: Block) -> Block:
    """At a port that is free: the one that a page names may be in use on the machine of whoever runs the suite."""
    if (named := re.search(r"--port (\d+)", block.text)) is None:
        return block
    return replace(block, text=re.sub(rf"\b{named[1]}\b", str(free_port()), block.text))


def shell(block: Block, folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", block.text],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, (block.text, done.stdout[-2000:], done.stderr[-2000:])
    assert "Traceback" not in done.stderr


def served(block: Block, folder: Path) -> None:
    """Start the server, wait until it answers, stop it."""
    port = re.search(r"--port (\d+)", block.text)
    assert port is not None
    with subprocess.Popen(
        shlex.split(block.text), cwd=folder, env=environment(folder), stderr=subprocess.DEVNULL
    ) as process:
        try:
            while True:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/healthz", timeout=10) as answer:
                        assert answer.status == 200
                        return
                except OSError:
                    assert process.poll() is None, "the server has ended"
                    time.sleep(0.1)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def python(block: Block, known: dict[str, object]) -> None:
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, known, block.page, block.page, 0)
        result = doctest.DocTestRunner().run(test)
        assert result.attempted and not result.failed
    else:
        exec(compile(block.text, block.page, "exec"), known)


@pytest.mark.parametrize("page", now_and_then(PAGES, [page for page in PAGES if page not in LONG]))
def test_every_block_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {"__name__": "docs"}
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        if block.no_run or block.lang in SHOWN or "/" in block.file:
            continue  # a file of a package runs when the package does
        if block.lang == "python":
            python(block, known)
        elif block.serve:
            served(elsewhere(block), tmp_path)
        else:
            assert block.lang == "sh", (page, block.lang)
            shell(elsewhere(block), tmp_path)


@pytest.mark.parametrize(
    ("page", "name", "lines"), [("adding-a-title", "kalah", 300), ("secrets-and-luck", "liars-dice", 350)]
)
def test_a_page_about_titles_builds_its_example(page: str, name: str, lines: int) -> None:
    shown = {block.file: block.text for block in blocks(f"docs/{page}.md") if block.file}
    example = ROOT / "examples" / name
    files = [path for path in example.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert shown == {path.relative_to(example).as_posix(): path.read_text(encoding="utf-8") for path in files}
    assert sum(text.count("\n") for text in shown.values()) <= lines


def test_what_blocks_that_take_long_name_is_there() -> None:
    for block in (block for page in sorted(LONG) for block in blocks(page) if not block.no_run):
        if block.lang == "python" and ">>>" not in block.text:
            compile(block.text, block.page, "exec")
        text = block.text.replace("\\\n", " ") if block.lang == "sh" else ""
        for name, rest in re.findall(r"^machinehall ([a-z]+)(.*)$", text, re.MULTILINE):
            assert set(re.findall(r"(?<!\S)--[a-z-]+", rest)) <= options(name), (block.page, name, rest)


def test_few_blocks_are_left_unrun_and_each_says_why() -> None:
    unrun = [block for page in PAGES for block in blocks(page) if block.no_run]
    assert len(unrun) <= FEW and all(len(block.no_run) > 8 for block in unrun)
    assert sum(1 for page in PAGES for block in blocks(page) if not block.no_run) > 15


def options(command: str) -> set[str]:
    group = typer.main.get_command(app)
    found = group.get_command(group.make_context("machinehall", [], resilient_parsing=True), command)  # type: ignore[attr-defined]
    assert found is not None, command
    parts = [found, *getattr(found, "commands", {}).values()]
    return {name for part in parts for param in part.params for name in (*param.opts, *param.secondary_opts)} | {
        "--help"
    }


def test_commands_in_the_running_text_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    seen = 0
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for found in re.findall(r"`machinehall ([a-z]+)([^`]*)`", text):
            seen += 1
            assert set(re.findall(r"(?<!\S)--[a-z-]+", found[1])) <= options(found[0]), (page, found)
        for name in re.findall(r"`make ([a-z-]+)[^`]*`", text):
            assert re.search(rf"^{name}:", makefile, re.MULTILINE), (page, name)
    assert seen > 10


@pytest.mark.parametrize("page", PAGES)
def test_links_between_the_files_of_the_repository_are_alive(page: str) -> None:
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text(encoding="utf-8")):
        assert ((ROOT / page).parent / link).exists(), (page, link)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    assert docs.build(out) > 40
    return out


def test_no_link_is_dead_and_nothing_is_fetched(site: Path) -> None:
    html = {path.name: path.read_text(encoding="utf-8") for path in site.glob("*.html")}
    anchors = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in html.items()}
    for name, text in html.items():
        assert not re.findall(r'<(?:script|link|img|iframe|source)[^>]+(?:src|href)="(?:https?:)?//', text), name
        assert "{{" not in text and "<script" not in text
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            if re.match(r"https?:|mailto:|data:", link):
                continue
            file, _, anchor = link.partition("#")
            assert not file or (site / file).is_file(), (name, link)
            target = file or name
            assert not anchor or target not in anchors or anchor in anchors[target], (name, link)
    style = (site / "style.css").read_text(encoding="utf-8")
    assert all((site / font).is_file() for font in re.findall(r"url\((fonts/[^)]+)\)", style))
    assert "http" not in re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)


def test_pictures_are_drawn_at_build_time(site: Path) -> None:
    for name in ("promethium", "nucleum", "imperial-steam"):
        assert (site / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_every_line_of_the_threat_model_has_a_proof_that_exists() -> None:
    rows = [
        line for line in (ROOT / "docs/threat-model.md").read_text(encoding="utf-8").splitlines() if line[:1] == "|"
    ]
    files = [
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "src/machinehall/server").rglob("*.py"),
        *ROOT.glob("scripts/**/*.py"),
    ]
    names = {file.name for file in files}
    tests = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))}
    for row in rows[2:]:
        proofs = re.findall(r"`([^`]+)`", row.rsplit("|", 2)[1])
        assert proofs, row
        for proof in proofs:
            known = proof in tests or Path(proof).name in names or proof == "make soak-server"
            assert known, f"the threat model names {proof}, which there is not"


def test_the_page_about_tables_without_a_browser_shows_its_example() -> None:
    (shown,) = (block.text for block in blocks("docs/headless.md") if block.file)
    assert shown == (ROOT / "examples" / "headless.py").read_text(encoding="utf-8")
