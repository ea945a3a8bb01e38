"""The terminal table, played through a pipe."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall.cli.main import app
from machinehall.words import languages, say
from machinehall.words.boards import board
from machinehall.words.titles import wording

LONG = pytest.mark.long


def play(stdin: str, *args: str) -> Result:
    result = CliRunner().invoke(app, ["play", "promethium", "--seed", "7", *args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    "seats",
    [
        "human,bot:random",
        pytest.param("human,bot:random,bot:random", marks=LONG),
        pytest.param("human,human,bot:random,human", marks=LONG),
    ],
)
def test_a_whole_game_through_a_pipe(seats: str) -> None:
    result = play("1\n" * 3000, "--seats", seats)
    assert result.exit_code == 0
    assert "All rounds have been played." in result.output
    assert " wins." in result.output or "share the victory" in result.output
    assert "Promethium" in result.output and "Total" in result.output
    assert ("Hand the keyboard to" in result.output) == (seats.count("human") > 1)


@pytest.mark.parametrize("lang", languages())
def test_a_match_begins_in_every_language(lang: str) -> None:
    result = play("1\n" * 30, "--lang", lang)
    assert result.exit_code == 0
    assert say(lang)("cli.play.left_unsaved") in result.output


@pytest.mark.long
@pytest.mark.parametrize("lang", languages())
def test_a_whole_match_in_every_language(lang: str) -> None:
    result = play("1\n" * 3000, "--lang", lang)
    assert result.exit_code == 0
    assert say(lang)("end.rounds_played") in result.output


def test_only_bots_need_no_keyboard() -> None:
    result = play("", "--seats", "bot:random,bot:random")
    assert result.exit_code == 0 and "All rounds have been played." in result.output


def test_the_end_of_input_leaves_the_table() -> None:
    result = play("1\n")
    assert result.exit_code == 0
    assert "The match was not saved." in result.output


def test_notation_and_numbers_mean_the_same() -> None:
    by_number = play("2\nlog\nquit\n").output
    assert "Engineer to the Stock" in by_number
    assert "To the Stock: Engineer." in by_number
    assert "To the Stock: Engineer." in play("stock engineer\nquit\n").output
    assert "To the Stock: Engineer." in play("st eng\nquit\n").output


def test_what_is_not_allowed_is_explained_and_changes_nothing() -> None:
    output = play("stock coal\n99\nfly to the moon\nstock\nstock gold\nbid 3\nline row-1\nquit\n").output
    said = " ".join(output.split())
    assert "Coal is not on this tile: France/Engineer/Iron (1). (rule PR-2.6)" in said
    assert "You could: Iron to the Stock (stock iron)" in said, "the nearest choice that is allowed"
    assert "There is no choice 99; the choices are 1 to 3." in output
    assert '"fly to the moon" is neither' in output
    assert '"stock" could mean several things: stock france, stock engineer' in output
    assert (
        '"stock gold" is not an action. Of this kind you can choose: stock france, stock engineer, stock iron' in said
    )
    assert "Right now you have to choose the element of the starting tile" in said and "A bid token is laid" in said
    assert "To the Stock" not in output


def test_help_and_rules() -> None:
    asked = ("?", "? 1", "? stock coal", "? lobby token", "? 77", "? xyzzy", "rule PR-4.12", "rule mh-1.3", "rule X")
    output = play("\n".join(asked) + "\nhelp\nquit\n").output
    flat = " ".join(output.replace("│", " ").split())
    assert "take back your last decision" in flat
    assert "In turn order each player keeps two of the three elements" in flat
    assert "Note: you keep Engineer, Iron" in flat
    assert "PR-4.11" in output and "PR-4.12" in output and "MH-1.3" in output
    assert "There is no choice 77" in output and 'No rule speaks of "xyzzy"' in output
    assert 'There is no rule "X"' in output
    assert "How" not in output and "What it is about" in output


def test_parts_of_the_table() -> None:
    output = play("1\nboard\ngrid\nplayers\nprojects\npieces\nhand\nchoices\nlog 5\nquit\n").output
    for word in ("Initiative", "Bid tokens: 2 3 3 4 4 5 5 6", "Reserve", "★", "Influence"):
        assert word in output


def test_undo() -> None:
    assert "There is nothing to take back yet. (rule MH-1.3)" in play("undo\nquit\n").output
    # Naming a line turns tiles up: chance has answered, so it stands. A token laid since can be taken back.
    output = play("1\nline row-1\nundo\nbid 3\nundo\nbid 4\nquit\n", "--seats", "human,bot:random").output
    assert "It cannot be taken back: somebody has learned something from it. (rule MH-1.3)" in output
    assert output.count("Taken back.") == 1
    assert "Red lays a 3" in output and "Red lays a 4" in output


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    output = play(f"1\nsave {path}\nquit\n").output
    assert "Saved to" in output and "--load" in output
    assert mh.load_match(path.read_text(encoding="utf-8")).log
    again = play("1\nquit\n", "--load", str(path)).output
    assert "What was played since the last save is lost." in " ".join(again.split())
    assert "--load" in again
    assert "Go on with" in play("quit\n", "--load", str(path)).output
    wrong = play("", "--load", str(path), "--seats", "human,human")
    assert wrong.exit_code == 1 and "has 3 seats" in wrong.stderr
    wrong = play("", "--load", str(path), "--option", "financier_swap_cost=1")
    assert wrong.exit_code == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_saving_to_a_full_disk_is_a_sentence() -> None:
    output = play("save\nsave /dev/full\nsave /nowhere/at/all\nquit\n").output
    assert "Say where: save FILE." in output
    assert "No space left on device" in output
    assert "No such file or directory" in output


def test_another_persons_secrets_are_not_shown() -> None:
    """Between two people the table shows one hand at a time, and only after the keyboard was handed over."""
    output = play("1\n\n1\nquit\n", "--seats", "human,human,human").output
    parts = output.split("Hand the keyboard to ")
    assert len(parts) >= 3
    assert all(part.count("Bid tokens:") <= 1 for part in parts)


@pytest.mark.parametrize(
    ("width", "height", "seats"),
    [
        (80, 24, 4),
        (200, 60, 3),
        *(pytest.param(*size, n, marks=LONG) for size in ((80, 24), (80, 60), (140, 45), (200, 60)) for n in (2, 3, 4)),
    ],
)
def test_nothing_is_cut_at_any_size(width: int, height: int, seats: int) -> None:
    title = mh.title("promethium")
    for lang in languages():
        words = say(lang)
        drawn = board(title, wording(title, words), words)
        match = mh.new_match("promethium", seats, seed=seats)
        rng = random.Random(seats)
        step = 0
        while match.to_act:
            step += 1
            if step % 25 == 0:
                console = Console(width=width, height=height, force_terminal=False, color_system=None)
                with console.capture() as capture:
                    seat = match.to_act[0]
                    view = match.view(seat)
                    for part in drawn.overview(view, seat, width, height):
                        console.print(part)
                    console.print(drawn.everything(view, None, width))
                lines = capture.get().splitlines()
                assert max(map(len, lines)) <= width
                assert all("┐" in line for line in lines if "┌" in line)
            match.play(rng.choice(match.legal()))
