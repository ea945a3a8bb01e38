"""What an operator is given: the unit, the image, the settings that safety needs."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import msgspec
import pytest

from machinehall.server.config import Config, load_config
from machinehall.serving import doubts

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "machinehall.service"
HARDENED = {
    "NoNewPrivileges": "yes", "UMask": "0077", "StateDirectoryMode": "0700", "DynamicUser": "yes",
    "ProtectSystem": "strict", "ProtectHome": "yes", "ProtectProc": "invisible", "ProtectClock": "yes",
    "ProtectHostname": "yes", "ProtectControlGroups": "yes", "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes", "ProtectKernelTunables": "yes", "PrivateTmp": "yes", "PrivateDevices": "yes",
    "RestrictNamespaces": "yes", "RestrictRealtime": "yes", "RestrictSUIDSGID": "yes", "LockPersonality": "yes",
    "SystemCallArchitectures": "native", "CapabilityBoundingSet": "", "LimitCORE": "0",
}  # fmt: skip


def locked(path: Path) -> dict[str, str]:
    """Every package of a lock; each line of it has an exact version and hashes."""
    found = {}
    for block in re.findall(r"^\S.*(?:\n    .*)*", path.read_text(), re.MULTILINE):
        name, version = re.match(r"([\w.-]+)==([^ ;\\]+)", block).groups()  # type: ignore[union-attr]
        assert "--hash=sha256:" in block, name
        found[name.lower()] = version
    return found


def test_the_unit_gives_the_server_no_more_than_it_needs() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign, assignment]
    unit.read_string(UNIT.read_text())
    service = dict(unit["Service"])
    assert {name: service.get(name) for name in HARDENED} == HARDENED
    assert int(service["LimitNOFILE"]) >= 4096
    assert "@system-service" in UNIT.read_text() and "~@privileged" in UNIT.read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_the_unit_stands_the_look_of_systemd() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Overall exposure level" not in done.stdout:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert done.returncode == 0, done.stdout[-300:]


def test_the_image_is_made_of_locked_parts_only() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", " ")
    installs = re.findall(r"pip install[^&\n]*", text)
    assert len(installs) == 2
    for install in installs:
        fetches_nothing = {"--no-deps", "--no-index", "--no-build-isolation"} <= set(install.split())
        assert "--require-hashes" in install or fetches_nothing
    assert not re.search(r"curl|wget|apt-get|ADD ", text)
    packages = locked(ROOT / "deploy" / "requirements.lock")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for requirement in wanted:
        assert re.match(r"[\w.-]+", requirement)[0].lower() in packages, requirement  # type: ignore[index]
    everything = locked(ROOT / "requirements.lock")
    assert {name: everything.get(name) for name in packages} == packages


def test_hosting_names_every_setting_that_safety_needs() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    for name in (
        "public_url", "forwarded_from", "body_limit", "head_limit", "head_seconds", "body_seconds", "stall_seconds",
        "connections", "rate", "burst", "streams", "names_an_hour", "sign_ins_an_hour", "messages_an_hour",
        "matches_a_day", "webhooks", "webhook_hosts", "webhook_ports", "smtp",
    ):  # fmt: skip
        assert name in Config.__struct_fields__ and f"`{name}`" in hosting, name
    for name, value in re.findall(r"^\| `(\w+)` \| ([^|]+) \|", hosting, re.MULTILINE):
        default = getattr(Config(), name)
        assert value.strip() == ("" if default is None else msgspec.json.encode(default).decode()), name


def test_the_sample_of_settings_is_one() -> None:
    config = load_config({}, ROOT / "deploy" / "machinehall.toml", {})
    assert config.public_url == "https://tables.example.org" and doubts(config) == []


def test_doubtful_settings_are_told_at_the_start() -> None:
    assert doubts(Config()) == []
    assert len(doubts(Config(host="0.0.0.0"))) == 1
    mail = msgspec.convert({"smtp": {"host": "mail", "sender": "a@b"}}, Config)
    assert any("public_url" in line for line in doubts(mail))
    assert any("forwarded_from" in line for line in doubts(Config(public_url="https://a.example", forwarded_from="*")))
