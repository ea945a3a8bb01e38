#!/bin/sh
# Writes requirements.lock: exact versions and hashes for every Python from 3.11 on, and no index address.
set -eu
cd "$(dirname "$0")/.."
uv=${1:-uv}
"$uv" pip compile pyproject.toml --extra dev --extra rl --extra openspiel --extra png --extra postgres --universal \
    --python-version 3.11 --upgrade \
    --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --quiet -o requirements.lock
