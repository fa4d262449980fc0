#!/usr/bin/env bash
# Takes the headers that schedulers need and that no linux-headers package has out of the kernel's own
# source: a folder of it, or what Debian's package linux-source-X.Y installs. It must be of the very
# release that the kernel was built of, for these headers say how the kernel's memory is laid out.
# usage: headers.sh BUILD FOLDER     BUILD /lib/modules/KERNEL/build; BID_KERNEL_SOURCE: a folder or an archive
# SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only
set -euo pipefail

readonly BUILD="$1" FOLDER="$2"
readonly HEADERS=(elevator.h blk-mq.h blk-mq-sched.h blk-mq-tag.h blk-stat.h)

fail() {
  printf 'bid-iosched: %s\n' "$*" >&2
  exit 1
}

# The release by the first lines of a kernel's Makefile, on standard input: 6.1.192.
release() {
  awk '$1 == "VERSION" { v = $3 } $1 == "PATCHLEVEL" { p = $3 } $1 == "SUBLEVEL" { s = $3 }
       END { if (v != "") print v "." p "." s }'
}

# The Makefile of what was built names that of the source it was built of.
release_of_build() {
  local common
  common="$(sed -n 's/^include \(\/.*\/Makefile\)$/\1/p' "$BUILD/Makefile" | head -n 1)"
  release <"${common:-$BUILD/Makefile}"
}

# Prints a file of the source, or nothing where there is none.
read_source() {
  if [[ -d "$source" ]]; then
    cat -- "$source/$1" 2>/dev/null || true
  else
    cat -- "$unpacked"/*/"$1" 2>/dev/null || true
  fi
}

[[ -f "$BUILD/Makefile" ]] || fail "there is no $BUILD/Makefile: install the kernel's package linux-headers"
wanted="$(release_of_build)"
version="${wanted%.*}"
source="${BID_KERNEL_SOURCE:-/usr/src/linux-source-$version.tar.xz}"
[[ -e "$source" ]] || fail "there is no $source: install the package linux-source-$version, or set BID_KERNEL_SOURCE"
unpacked="$(mktemp -d)"
trap 'rm -rf -- "$unpacked"' EXIT
if [[ ! -d "$source" ]]; then
  # Not every kernel has every one of them; tar says so and takes the others.
  tar -xf "$source" -C "$unpacked" --wildcards --no-wildcards-match-slash '*/Makefile' \
    "${HEADERS[@]/#/*/block/}" 2>/dev/null || true
fi
found="$(read_source Makefile | release)"
[[ "$found" == "$wanted" ]] || fail "$source is of Linux ${found:-?}, and $BUILD of $wanted: both have to be of one release"
mkdir -p -- "$FOLDER"
for header in "${HEADERS[@]}"; do
  read_source "block/$header" >"$FOLDER/$header"
  [[ -s "$FOLDER/$header" ]] || rm -- "$FOLDER/$header"
done
[[ -f "$FOLDER/elevator.h" ]] || fail "$source has no block/elevator.h"
