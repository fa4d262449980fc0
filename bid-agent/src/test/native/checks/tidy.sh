#!/usr/bin/env bash
# Fails when clang-tidy finds fault with the core or the policies; skips where there is no clang-tidy of
# the major version whose checks .clang-tidy was made for.
# usage: tidy.sh SOURCE BUILD     BUILD has compile_commands.json
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly SOURCE="$1" BUILD="$2" VERSION=14

for program in "clang-tidy-$VERSION" clang-tidy; do
  if command -v "$program" >/dev/null && "$program" --version | grep -q "version $VERSION\."; then
    headers=()
    # One that was installed without clang has no headers of its own.
    if command -v clang >/dev/null; then
      headers=("--extra-arg=-resource-dir=$(clang -print-resource-dir)")
    fi
    find "$SOURCE/core" "$SOURCE/policies" -name '*.c' -print0 \
      | xargs -0 "$program" -p "$BUILD" --quiet "${headers[@]}"
    exit
  fi
done
printf 'there is no clang-tidy %d here\n' "$VERSION"
exit 77
