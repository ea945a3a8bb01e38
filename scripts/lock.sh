#!/bin/sh
# Writes requirements.lock (everything but Ray and what learners use), requirements-ray.lock, requirements-learners.lock and deploy/requirements.lock (what a server needs): exact versions and hashes for every Python from 3.11 on, and no index address.
set -eu
cd "$(dirname "$0")/.."
uv=${1:-uv}
lock() {
    "$uv" pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
        --no-emit-index-url --no-emit-find-links --quiet "$@"
}
lock --extra dev --extra rl --extra openspiel --extra png --extra postgres --upgrade -o requirements.lock
lock --extra ray --constraint requirements.lock -o requirements-ray.lock
lock --extra rl --extra data --extra openspiel --extra png --extra learners --constraint requirements.lock -o requirements-learners.lock
# Without torch and the gigabytes that it brings for graphics cards: `make test-learners` fetches its build for processors.
awk '/^[a-z]/ { keep = !/^(torch==|triton==|nvidia-|cuda-)/ } keep' requirements-learners.lock > requirements-learners.new
mv requirements-learners.new requirements-learners.lock
lock --extra png --extra postgres --extra build --constraint requirements.lock -o deploy/requirements.lock
