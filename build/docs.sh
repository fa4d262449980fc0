#!/usr/bin/env bash
# Builds the docs as a site in target/site, with search and a dark mode. Needs Python 3.9 or newer with
# venv; MkDocs comes from Python's registry into target/docs-venv. No other build needs any of this.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

COMMAND=docs.sh
# shellcheck source=build/setup.sh
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/setup.sh"

readonly VENV="$ROOT/target/docs-venv"
readonly NEEDS="$ROOT/build/docs-requirements.txt"

install_mkdocs() {
  python3 -m venv "$VENV" && "$VENV/bin/pip" install --quiet --requirement "$NEEDS"
}

main() {
  command -v python3 >/dev/null || fail "no python3: install Python 3.9 or newer, with its venv"
  if [[ ! "$VENV/.done" -nt "$NEEDS" ]]; then
    run_shown "installing MkDocs" "$LOGS/docs-install.log" percent_unknown install_mkdocs \
      || fail "MkDocs could not be installed: $(last_line "$LOGS/docs-install.log")"
    touch "$VENV/.done"
  fi
  # A page or a link that is not there fails the build.
  (cd -- "$ROOT" && PYTHONDONTWRITEBYTECODE=1 NO_MKDOCS_2_WARNING=1 "$VENV/bin/mkdocs" build --strict --quiet "$@")
  printf '%s\n' "$ROOT/target/site/index.html"
}

main "$@"
