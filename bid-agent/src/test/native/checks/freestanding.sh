#!/usr/bin/env bash
# Fails when the core cannot be part of a kernel: it is compiled as for one, with no header but what
# bid/base.h names, without registers of floating point, and linked into one object. That object may
# need nothing but what every kernel has. Once more for 32 bits, where a kernel has no division of 64.
# usage: freestanding.sh CORE COMPILER
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly CORE="$1" COMPILER="$2"
readonly NEEDED='memcpy|memset|memmove|memcmp|div64_u64'
KERNEL="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/kernel"
readonly KERNEL
FOLDER="$(mktemp -d)"
trap 'rm -rf -- "$FOLDER"' EXIT

includes=("-I$KERNEL")
for room in include . base parts published extended; do
  includes+=("-I$CORE/$room")
done

# Compiles with these options; whatever is undefined after linking has to be on the list.
check() {
  local object="$FOLDER/linked" undefined
  printf 'core compiled with %s\n' "$*"
  find "$CORE" -name '*.c' -print0 | sort -z | (cd "$FOLDER" && xargs -0 "$COMPILER" -c -std=gnu11 -O2 \
    -ffreestanding -fno-pic -nostdinc -D__KERNEL__ -Wall -Wextra -Werror -Wframe-larger-than=1024 "${includes[@]}" "$@")
  "$COMPILER" -r -nostdlib "$@" -o "$object" "$FOLDER"/*.o
  undefined="$(nm -u "$object" | awk '{ print $2 }' | grep -vxE "$NEEDED" || true)"
  rm -f -- "$FOLDER"/*
  if [[ -n "$undefined" ]]; then
    printf 'the core uses what a kernel has not:\n%s\n' "$undefined"
    return 1
  fi
}

case "$("$COMPILER" -dumpmachine)" in
  x86_64-*)
    check -mgeneral-regs-only
    check -m32 -mgeneral-regs-only
    ;;
  aarch64-*) check -mgeneral-regs-only ;;
  *) check ;;
esac
