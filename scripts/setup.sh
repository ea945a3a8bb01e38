#!/bin/sh
# Builds .venv with the locked packages. Called by make; needs nothing but sh and, as root on Debian, apt-get.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
minimum=3.11
interpreters="${PYTHON:-} python3 python3.11 python3.12 python3.13 python3.14 /usr/bin/python3"

say() { printf 'setup: %s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
# Debian ships python3 without ensurepip; it comes with python3-venv.
can_make_venv() { "$1" -c 'import ensurepip, venv; ensurepip.version()' >/dev/null 2>&1; }

find_python() {
    for candidate in $interpreters; do
        if new_enough "$candidate" && can_make_venv "$candidate"; then
            echo "$candidate"
            return
        fi
    done
}

some_python_is_new_enough() {
    for candidate in $interpreters; do
        if new_enough "$candidate"; then return 0; fi
    done
    return 1
}

# One line for each Debian package: print its name when what it brings is missing.
missing_packages() {
    [ -n "$(find_python)" ] || echo python3-venv
}

install_packages() {
    say "installing Debian packages: $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# The browser tests drive Debian's chromium through Playwright, whose program needs libatomic, which a bare Debian lacks.
missing_for_browser() {
    command -v chromium >/dev/null || echo chromium fonts-noto-core
    for driver in $venv/lib/python3*/site-packages/playwright/driver/node; do
        "$driver" --version >/dev/null 2>&1 || echo libatomic1
    done
}

# `setup.sh browser` installs them as root; nobody else is held up by it.
if [ "${1:-}" = browser ]; then
    packages=$(missing_for_browser | tr '\n' ' ')
    [ -n "$packages" ] || exit 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        # shellcheck disable=SC2086  # a list of names
        install_packages $packages || say "apt-get could not install: $packages; the browser tests will fail"
    else
        say "the browser tests need: $packages(on Debian: sudo apt-get install $packages)"
    fi
    exit 0
fi

some_python_is_new_enough || stop "Machine Hall needs Python $minimum or newer; $(python3 --version 2>/dev/null \
    || echo 'no python3') is what is here. Install a newer Python, or name one: make PYTHON=/path/to/python3 ..."

packages=$(missing_packages | tr '\n' ' ')
if [ -n "$packages" ]; then
    [ "$(id -u)" = 0 ] || stop "please install: $packages(on Debian or Ubuntu: sudo apt-get install $packages), then try again."
    command -v apt-get >/dev/null || stop "please install with this system's package manager: $packages"
    # shellcheck disable=SC2086  # a list of names
    install_packages $packages || stop "apt-get could not install: $packages"
fi

python=$(find_python)
[ -n "$python" ] || stop "no Python here can make a virtual environment; please install python3-venv."

if ! { [ -x $venv/bin/python ] && new_enough $venv/bin/python && $venv/bin/python -m pip --version >/dev/null 2>&1; }; then
    say "making $venv with $("$python" --version)"
    "$python" -m venv --clear $venv || stop "no virtual environment could be made; please install python3-venv."
fi
log=$venv/setup.log
total=$(grep -c '^[A-Za-z0-9].*==' requirements.lock)

# What pip prints goes to the log, where somebody who looks for a fault finds it; a reader gets a line now and then.
pip_install() {
    { $venv/bin/python -m pip install --disable-pip-version-check --progress-bar off "$@" 2>>$log || echo "pip failed"; } |
        {
            seen=0 result=0
            while IFS= read -r line; do
                printf '%s\n' "$line" >>$log
                case $line in
                    Collecting* | Processing*)
                        seen=$((seen + 1))
                        [ $((seen % 10)) != 0 ] || say "fetching: $seen of $total" ;;
                    "Installing collected packages"*) [ $seen -lt 2 ] || say "unpacking" ;;
                    "pip failed") result=1 ;;
                esac
            done
            return $result
        }
}

: >$log
say "installing the $total packages of requirements.lock; this takes a minute or two"
pip_install --require-hashes -r requirements.lock || {
    grep '^ERROR' $log >&2 || tail -n 5 $log >&2
    stop "pip could not install the packages; is the package index reachable? All it said is in $log"
}
# The build tool is among the locked packages, so nothing unlocked is fetched.
pip_install --no-deps --no-build-isolation -e . || stop "the package itself could not be installed; see $log"
touch $venv/.stamp
say "ready"
