# Sourced by scripts/demo and scripts/test: one virtual environment in the checkout, installed once per set of files.

PYTHON="${PYTHON:-}"

find_python() {
    if [ -n "$PYTHON" ]; then return; fi
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            PYTHON="$candidate"
            return
        fi
    done
    echo "localcheck: error: Python 3.11 or newer is needed" >&2
    echo "  hint: install it, or say which one: PYTHON=/path/to/python3 scripts/demo" >&2
    exit 3
}

# ensure_environment STAMP REQUIREMENT…: installs once; again when pyproject.toml or the requirements change.
ensure_environment() {
    local stamp=".venv/.localcheck-$1"
    shift
    find_python
    local wanted
    wanted="$(printf '%s\n' "$@"; cat pyproject.toml)"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then return; fi
    echo "Setting up .venv, once: pip installs for some minutes and says nothing ..." >&2
    [ -x .venv/bin/python ] || "$PYTHON" -m venv .venv
    local requirement arguments=()
    for requirement in "$@"; do arguments+=(-e "$requirement"); done
    .venv/bin/python -m pip install -qq --disable-pip-version-check "${arguments[@]}"
    printf '%s' "$wanted" >"$stamp"
}
