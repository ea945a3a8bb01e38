"""Fetches the vendored scripts again at pinned versions and checks them: python scripts/make/vendor.py [--check]

Needs npm, and only for fetching; `--check` compares the files that are here with their hashes.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests/browser/vendor"

# Package and version; for each file of it: where it goes and its SHA-256.
PACKAGES: dict[str, dict[str, tuple[Path, str]]] = {
    "axe-core@4.14.0": {
        "axe.min.js": (TESTS / "axe.min.js", "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878"),
        "LICENSE": (TESTS / "axe-LICENSE.txt", "af175b9d96ee93c21a036152e1b905b0b95304d4ae8c2c921c7609100ba8df7e"),
    },
}


def fetch(package: str, folder: Path) -> dict[str, bytes]:
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as tar:
        members = {name: tar.extractfile(f"package/{name}") for name in PACKAGES[package]}
        return {name: member.read() for name, member in members.items() if member is not None}


def main() -> int:
    only_check = "--check" in sys.argv[1:]
    faults = 0
    for package, files in PACKAGES.items():
        found: dict[str, bytes]
        if only_check:
            found = {name: path.read_bytes() for name, (path, _) in files.items()}
        else:
            with tempfile.TemporaryDirectory() as folder:
                found = fetch(package, Path(folder))
        for name, (path, wanted) in files.items():
            digest = hashlib.sha256(found[name]).hexdigest()
            if digest != wanted:
                print(f"{package}: {name} has the hash {digest}, not {wanted}", file=sys.stderr)
                faults += 1
            elif not only_check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(found[name])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
