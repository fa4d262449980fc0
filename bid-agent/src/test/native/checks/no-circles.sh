#!/usr/bin/env bash
# Fails when C files depend on each other in a circle: by what they include, and by whose functions and
# data they use.
# usage: no-circles.sh SOURCE LIBRARY...
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly SOURCE="$1"
shift
command -v nm >/dev/null && command -v tsort >/dev/null || exit 77

# Lines of FILE HEADER, both from SOURCE on; a header is looked for beside the file first.
by_include() {
  (cd "$SOURCE" && find . -name '*.[ch]' -print0 | xargs -0 grep -HoE '^#include "[^"]+"') \
    | sed -E 's|^\./||; s|:#include "| |; s|"$||' \
    | awk -v files="$(cd "$SOURCE" && find . -name '*.h' | sed 's|^\./||' | tr '\n' ' ')" '
      BEGIN { count = split(files, header, " ") }
      {
        folder = $1; sub(/[^\/]*$/, "", folder)
        tail = "/" $2
        found = ""
        for (i = 1; i <= count; i++) {
          if (header[i] == folder $2) { found = header[i]; break }
          if (found == "" && substr(header[i], length(header[i]) - length(tail) + 1) == tail)
            found = header[i]
        }
        if (found != "") print $1, found
      }'
}

# Lines of OBJECT OBJECT: what is undefined in one and defined in the other.
by_use() {
  nm -A --format=posix "$@" 2>/dev/null | awk '
    function stem(name) {
      sub(/^.*\/libbid_/, "", name); sub(/\.a\[/, "/", name); sub(/\.o\]:?$/, "", name)
      return name
    }
    $3 ~ /^[TDRBVW]$/ { defined[$2] = stem($1) }
    $3 == "U" { used[stem($1) " " $2] = 1 }
    END {
      for (pair in used) {
        split(pair, part, " ")
        if (part[2] in defined && defined[part[2]] != part[1]) print part[1], defined[part[2]]
      }
    }'
}

# Fails when the pairs on the input go round.
check() {
  local what="$1" edges circles
  edges="$(sort -u)"
  if [[ "$(wc -l <<<"$edges")" -lt 100 ]]; then
    printf 'hardly any %s: is this the tree?\n' "$what"
    return 1
  fi
  circles="$(tsort <<<"$edges" 2>&1 >/dev/null)" || true
  if [[ -n "$circles" ]]; then
    printf 'circles in %s:\n%s\n' "$what" "$circles"
    return 1
  fi
  printf 'no circles in %d %s\n' "$(wc -l <<<"$edges")" "$what"
}

by_include | check includes
by_use "$@" | check uses
