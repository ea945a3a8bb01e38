"""Asks the public advisory database about every locked package. Without network it says so and lets the rest go on."""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

ADDRESS = "https://api.osv.dev/v1/querybatch"
LOCK = Path(__file__).parents[2] / "requirements.lock"


def locked() -> list[tuple[str, str]]:
    return re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)


def main() -> int:
    packages = locked()
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages]
    request = urllib.request.Request(ADDRESS, json.dumps({"queries": queries}).encode())
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            results = json.load(answer)["results"]
    except (OSError, ValueError, KeyError) as fault:
        print(f"audit: the advisory database cannot be reached, packages not checked ({fault})", file=sys.stderr)
        return 0
    found = [(p, [v["id"] for v in r["vulns"]]) for p, r in zip(packages, results, strict=True) if r.get("vulns")]
    for (name, version), ids in found:
        print(f"audit: {name} {version}: {', '.join(ids)}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
