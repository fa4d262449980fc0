#!/usr/bin/env bash
# Fails when a C file is not as .clang-format says; skips where there is no clang-format of the major
# version by which the tree is formatted: another one's layout differs in details.
# usage: format.sh FOLDER...
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly VERSION=14

for program in "clang-format-$VERSION" clang-format; do
  if command -v "$program" >/dev/null && "$program" --version | grep -q "version $VERSION\."; then
    find "$@" -name '*.[ch]' -print0 | xargs -0 "$program" --style=file --dry-run -Werror
    exit
  fi
done
printf 'there is no clang-format %d here\n' "$VERSION"
exit 77
