"""The commands: what they print, their exit codes, and that mistakes are one sentence."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from ports import free_port
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.bots.processes import THREADS
from machinehall.cli import main as entry
from machinehall.cli.main import app
from machinehall.kernel.native import COMPILED
from machinehall.server.config import Config
from machinehall.serving import listening

MAIN = "from machinehall.cli.main import main; main()"
COMMANDS = ("play", "simulate", "replay", "rules", "components", "perft")


def run(*args: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, list(args), input=stdin)


def mistake(*args: str, stdin: str = "") -> str:
    """The one sentence of a user's mistake."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith("machinehall: ")
    assert "Traceback" not in result.output + result.stderr
    return result.stderr


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = mh.new_match("promethium", 3, seed=5)
    run_match(match, make_bots(["random"], match.title, 3, 5))
    path = tmp_path / "match.json"
    path.write_text(match.record(), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"machinehall {command}" in " ".join(result.output.replace("│", " ").split())


def test_version_and_bare_help() -> None:
    engine = "compiled" if COMPILED else "plain Python"
    assert run("--version").output.strip() == f"machinehall {mh.__version__} ({engine})"
    assert all(command in run("--help").output for command in COMMANDS)


def test_play_asks_for_the_title_where_none_is_named() -> None:
    asked = run("play", "--seats", "bot:random,bot:random", "--seed", "1", stdin="promethium\n")
    assert asked.exit_code == 0 and asked.output.startswith("Which game (")
    assert "there are: " in mistake("play", stdin="chess\n")
    assert run("play").exit_code == 1


def test_wrong_command_lines_are_exit_code_2() -> None:
    assert run("simulate", "promethium").exit_code == 2
    assert run("perft", "promethium", "--seats", "x", "--seed", "1", "--depth", "1").exit_code == 2


def test_simulate_json_is_as_the_contract_says() -> None:
    result = run("simulate", "promethium", "--seats", "3", "--bots", "random", "--games", "2", "--seed", "9", "--json")
    body = json.loads(result.stdout)
    assert list(body) == ["title", "seats", "games", "decisions", "cpu_seconds", "results"]
    assert (body["title"], body["seats"], body["games"]) == ("promethium", 3, 2)
    assert body["decisions"] == sum(r["decisions"] for r in body["results"])
    for i, row in enumerate(body["results"]):
        assert list(row) == ["seed", "scores", "places", "decisions", "reason"]
        assert row["seed"] == 9 + i and len(row["scores"]) == 3 and min(row["places"]) == 1
        assert row["reason"] == "end.rounds_played"
    again = run("simulate", "promethium", "--seats", "3", "--bots", "random", "--seed", "10", "--json")
    assert json.loads(again.stdout)["results"][0] == body["results"][1]


def test_simulate_tells_in_which_round_a_race_ended() -> None:
    args = ("simulate", "imperial-steam", "--seats", "2", "--bots", "apprentice", "--games", "2", "--json")
    body = json.loads(run(*args).stdout)
    assert [list(row)[-2:] for row in body["results"]] == [["reason", "rounds"]] * 2
    assert all(1 <= row["rounds"] <= 8 for row in body["results"])


def test_simulate_for_people() -> None:
    result = run("simulate", "promethium", "--seats", "2", "--games", "1", "--option", "neutral_first_controller=1")
    assert result.exit_code == 0 and "1 match, " in result.output


def test_perft() -> None:
    args = ("perft", "promethium", "--seats", "3", "--seed", "1", "--depth", "2")
    body = json.loads(run(*args, "--json").stdout)
    assert body["positions"][0] == 3 and len(body["positions"]) == 2
    assert f"depth 2: {body['positions'][1]} positions" in run(*args).output


def test_replay_tells_a_match(record: Path) -> None:
    told = run("replay", str(record))
    assert told.exit_code == 0
    assert "Round 3 begins" in told.output and "All rounds have been played." in told.output
    body = json.loads(run("replay", str(record), "--json").stdout)
    match = mh.load_match(record.read_text(encoding="utf-8"))
    assert match.outcome is not None
    assert body["outcome"]["scores"] == list(match.outcome.scores)
    assert len(body["decisions"]) == sum(entry.seat >= 0 for entry in match.log)
    secret = [event for row in body["decisions"] for event in row["events"] if event[0] == "token_laid"]
    assert secret and all(event[-1] is None for event in secret)


def test_replay_mistakes(record: Path, tmp_path: Path) -> None:
    assert "No such file" in mistake("replay", str(tmp_path / "none.json"))
    assert "choose one of" in mistake("replay", str(record), "--json", "--text")
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    assert "not a record" in mistake("replay", str(bad))
    bad.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in mistake("replay", str(bad))
    bad.write_text(record.read_text(encoding="utf-8").replace('"seats": 3', '"seats": 4'), encoding="utf-8")
    assert "digest" in mistake("replay", str(bad))
    assert "directory" in mistake("replay", str(tmp_path)).lower()


def test_replay_pictures(record: Path, tmp_path: Path) -> None:
    """Until a title can draw itself, a sentence says so."""
    result = run("replay", str(record), "--svg", str(tmp_path / "pictures"))
    if result.exit_code:
        assert "cannot draw" in result.stderr
    else:
        assert any((tmp_path / "pictures").glob("*.svg"))


def test_rules() -> None:
    assert "promethium: " in run("rules").output
    one = run("rules", "promethium", "pr-4.12")
    assert one.exit_code == 0 and "PR-4.12" in one.output and "their lowest token" in " ".join(one.output.split())
    assert "MH-1.3" in run("rules", "promethium", "MH-1.3").output
    found = json.loads(run("rules", "promethium", "--search", "lobby token", "--json").stdout)
    assert "PR-4.11" in [entry["id"] for entry in found["entries"]]
    book = run("rules", "promethium")
    assert "PR-1.1" in book.output and "PR-12.11" in book.output
    assert json.loads(run("rules", "promethium", "--json").stdout)["chapters"]
    assert "perd le plus fort" in " ".join(run("rules", "promethium", "PR-4.12", "--lang", "fr").output.split())
    assert "PR-4.11" in run("rules", "promethium", "lobby", "tokens", "price").output
    assert "двух страницах" in run("rules", "nucleum", "--summary", "--lang", "ru").output
    words = json.loads(run("rules", "promethium", "--glossary", "--lang", "fr", "--json").stdout)
    assert "Jeton Lobby" in words["glossary"]
    assert "no rulebook" in mistake("rules", "chess")
    assert "nothing found" in mistake("rules", "promethium", "PR-99.9")


def test_rules_coverage() -> None:
    result = run("rules", "promethium", "--coverage")
    path = Path(mh.__file__).parent / "titles" / "promethium" / "coverage.json"
    if path.is_file():
        assert result.exit_code == 0 and "proved" in result.output
    else:
        assert result.exit_code == 1 and "make rules" in result.stderr


def test_components_of_an_id() -> None:
    told = run("components", "nucleum", "a1").output
    assert "A1 (technologies: a1)" in told and "gain 1 uranium" in told and "Source: the rulebook." in told
    body = json.loads(run("components", "imperial-steam", "IS-3", "--json").stdout)
    assert [c["file"] for c in body["components"]] == ["locomotives"] and body["components"][0]["lines"]
    missing = run("components", "promethium", "sea-9")
    assert missing.exit_code == 1 and "No component has the id sea-9" in missing.output and "sea-1" in missing.output


def test_components(tmp_path: Path) -> None:
    assert "tiles.json" in run("components", "promethium").output
    assert "T40" in run("components", "promethium", "--provenance").output
    body = json.loads(run("components", "promethium", "--provenance", "--json").stdout)
    assert {"file", "rulebook", "records"} <= set(body["files"][0])
    assert len(json.loads(run("components", "promethium", "--json").stdout)["records"]["tiles"]) == 44
    (tmp_path / "tiles.json").write_text("[]", encoding="utf-8")
    bad = run("components", "promethium", "--check", str(tmp_path))
    assert bad.exit_code == 1 and "tiles.json" in bad.output and "1 fault" in bad.output
    answer = run("components", "promethium", "--check", str(tmp_path), "--json")
    assert answer.exit_code == 1 and json.loads(answer.stdout)["ok"] is False
    good = tmp_path / "good"
    copied = run("components", "promethium", "--copy", str(good))
    assert copied.exit_code == 0 and "10 files" in copied.output and (good / "tiles.json").is_file()
    assert run("components", "promethium", "--copy", str(good)).exit_code == 1
    assert "sound" in run("components", "promethium", "--check", str(good)).output


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("play", "chess"), "no title 'chess'"),
        (("simulate", "chess", "--seats", "3"), "no title 'chess'"),
        (("simulate", "promethium", "--seats", "9"), "2 to 4 seats"),
        (("simulate", "promethium", "--seats", "3", "--bots", "hal"), "no bot 'hal'"),
        (("simulate", "promethium", "--seats", "2", "--bots", "random,random,random"), "3 bots for 2 seats"),
        (("simulate", "promethium", "--seats", "3", "--games", "0"), "at least 1"),
        (("simulate", "promethium", "--seats", "3", "--option", "wind=1"), "unknown option 'wind'"),
        (("simulate", "promethium", "--seats", "3", "--option", "wind"), "name=value"),
        (("simulate", "promethium", "--seats", "3", "--option", "financier_swap_cost=7"), "takes one of"),
        (("simulate", "promethium", "--seats", "3", "--pack", "/nowhere"), "is not a folder"),
        (("perft", "promethium", "--seats", "3", "--seed", "1", "--depth", "-1"), "at least 0"),
        (("components", "chess"), "no title 'chess'"),
        (("play", "promethium", "--lang", "xx"), "no words for language"),
        (("play", "promethium", "--seats", "human"), "2 to 4 seats"),
        (("play", "promethium", "--seats", "human,dog"), '"dog" is not a player'),
        (("play", "promethium", "--seats", "human,bot:hal"), "no bot 'hal'"),
        (("play", "promethium", "--load", "/nowhere.json"), "No such file"),
    ],
)
def test_mistakes_are_one_sentence(args: tuple[str, ...], part: str) -> None:
    assert part in mistake(*args)


def process(*args: str, stdout: int | None = subprocess.PIPE, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", MAIN, *args]
    return subprocess.run(command, input=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=600)


def test_a_process_has_the_exit_codes() -> None:
    assert process("--version").returncode == 0
    bad = process("play", "chess")
    assert bad.returncode == 1 and bad.stderr.count("\n") == 1
    assert process("nonsense").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_program_multiplies_by_one_thread_unless_somebody_wishes_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "app", lambda: None)
    for name in THREADS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "4")
    entry.main()
    assert [os.environ[name] for name in THREADS] == ["1", "4", "1"]
    loaded = "import sys, machinehall.cli.main; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded]).returncode == 0, "too late: numpy is loaded already"


def test_a_full_disk_is_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        result = process("simulate", "promethium", "--seats", "2", "--json", stdout=full.fileno())
    assert result.returncode == 1
    assert "No space left" in result.stderr and "Traceback" not in result.stderr


def test_a_closed_pipe_is_no_fault() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = process("rules", "promethium", stdout=writer)
    os.close(writer)
    assert result.stderr == "" and result.returncode in (0, 1)


def test_simulate_nucleum_alone() -> None:
    done = run("simulate", "nucleum", "--bots", "random", "--automata", "2", "--games", "2", "--json")
    body = json.loads(done.stdout)
    assert done.exit_code == 0 and body["seats"] == 1
    for row in body["results"]:
        assert [a["name"] for a in row["automata"]] == ["name.baron.1", "name.baron.2"]
        assert all(sum(a["breakdown"].values()) == a["score"] for a in row["automata"])
        assert row["places"] == [1 + sum(a["score"] >= row["scores"][0] for a in row["automata"])]
    told = run("simulate", "nucleum", "--bots", "random", "--seats", "1", "--preset", "hard")
    assert told.exit_code == 0 and "Baron" in told.stdout and "Won against the automata: 0 of 1 (0 %)" in told.stdout


def test_replay_of_a_match_alone_tells_who_won(tmp_path: Path) -> None:
    match = mh.new_match("nucleum", 1, seed=3, options={"barons": 2})
    run_match(match, make_bots(["random"], match.title, 1, 3))
    file = tmp_path / "alone.json"
    file.write_text(match.record(), encoding="utf-8")
    told = run("replay", str(file), "--text")
    assert told.exit_code == 0 and "Lost against: Baron, Baron II." in told.stdout
    assert "Baron rolls" in told.stdout and "[NU-23.25]" in told.stdout
    data = json.loads(run("replay", str(file), "--json").stdout)
    assert [a["name"] for a in data["outcome"]["automata"]] == ["name.baron.1", "name.baron.2"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nucleum", "--seats", "3", "--automata", "1"), "with 1 seat"),
        (("promethium", "--automata", "1"), "no automata"),
        (("nucleum", "--seats", "1", "--preset", "easy"), "novice"),
        (("promethium", "--seats", "2", "--preset", "hard"), "no presets"),
        (("nucleum", "--barons", "3"), "barons"),
    ],
)
def test_wrong_settings_of_a_match_alone(words: tuple[str, ...], sentence: str) -> None:
    done = run("simulate", *words)
    assert done.exit_code == 1 and sentence in done.stderr


def test_a_server_for_the_house_tells_its_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody can open 0.0.0.0 from a phone."""
    from machinehall import serving
    from machinehall.cli import serve

    served: list[str] = []

    def serve_it(settings: Config, opened: Callable[[], None]) -> None:
        served.append(settings.host)
        opened()

    monkeypatch.setattr(serving, "serve", serve_it)
    monkeypatch.setattr(serve, "house_address", lambda: "192.168.1.20")
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    told = run("serve", "--host", "0.0.0.0", "--port", "8999", "--database", database).output
    assert "http://127.0.0.1:8999" in told and "http://192.168.1.20:8999" in told and "http://0.0.0.0" not in told
    assert "house" not in run("serve", "--port", "8999", "--database", database).output
    monkeypatch.setattr(serve, "house_address", lambda: None)
    assert "followed by :8999" in run("serve", "--host", "0.0.0.0", "--port", "8999", "--database", database).output
    told = run("serve", "--host", "::", "--port", "8999", "--database", database).output
    assert "http://[::1]:8999" in told and "house" not in told, "nobody would answer at an address of the old kind"
    assert served == ["0.0.0.0", "127.0.0.1", "0.0.0.0", "::"]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_port_that_is_taken_is_one_sentence(host: str, tmp_path: Path) -> None:
    """Nothing says before that the house is open."""
    if ":" in host and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as other:
        other.bind((host, 0))
        other.listen()
        port = other.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        done = process("serve", "--host", host, "--port", str(port), "--database", database)
    assert done.returncode == 1 and not done.stdout
    assert done.stderr.count("\n") == 1 and f"--port {port + 1}" in done.stderr


def test_no_child_keeps_the_address_of_a_server_that_was_killed() -> None:
    for taken in listening("localhost", 0):
        with taken:
            assert not taken.get_inheritable()


def test_a_name_with_an_address_that_this_machine_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """`localhost` on a machine without IPv6, for one."""
    there = socket.getaddrinfo("127.0.0.1", 0, type=socket.SOCK_STREAM)
    lacking = socket.getaddrinfo("192.0.2.1", 0, type=socket.SOCK_STREAM)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **more: lacking + there)
    (taken,) = listening("localhost", 0)
    taken.close()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **more: lacking)
    with pytest.raises(OSError, match=r"example\.org:80"):
        listening("example.org", 80)


def test_the_house_is_open_once_it_answers(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", MAIN, "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200 and str(port) in said
        server.terminate()


def test_the_address_of_this_machine_is_no_loopback() -> None:
    from machinehall.cli.serve import house_address

    assert not (house_address() or "").startswith(("127.", "0."))
