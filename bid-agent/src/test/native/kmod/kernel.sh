#!/usr/bin/env bash
# Gets a kernel of Debian's with all that a module for it is built from, into a folder and without
# installing it: image, headers and source of one release.
# usage: kernel.sh VERSION FOLDER     VERSION 6.1 or 6.12; prints uname -r, or with status 77 why there is none
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly VERSION="$1" FOLDER="$2"
ARCHITECTURE="$(dpkg --print-architecture)"
readonly ARCHITECTURE

# What a package depends on whose name begins so; nothing where there is no such package.
depends_on() {
  { apt-cache depends "$1" 2>/dev/null || true; } | awk -v begins="$2" '
    $1 == "Depends:" && index($2, begins) == 1 && !found { found = 1; print $2 }'
}

meta="linux-image-$VERSION-$ARCHITECTURE"
[[ "$VERSION" != 6.1 ]] || meta="linux-image-$ARCHITECTURE"
image="$(depends_on "$meta" "linux-image-$VERSION.")"
if [[ -z "$image" ]]; then
  printf 'apt knows no Linux %s (package %s): is this Debian 12, and was apt-get update run?\n' "$VERSION" "$meta"
  exit 77
fi
kernel="${image#linux-image-}"
headers="linux-headers-$kernel"
packages=("$image" "$headers" "$(depends_on "$headers" linux-headers-)" "$(depends_on "$headers" linux-kbuild-)"
  "linux-source-$VERSION")
if [[ ! -f "$FOLDER/complete" || "$(<"$FOLDER/complete")" != "$kernel" ]]; then
  rm -rf -- "$FOLDER"
  mkdir -p -- "$FOLDER/packages"
  if ! (cd "$FOLDER/packages" && apt-get download "${packages[@]}") >"$FOLDER/apt.log" 2>&1; then
    printf 'apt could not download %s: %s\n' "${packages[*]}" "$(grep '^E:' "$FOLDER/apt.log" | head -n 1)"
    exit 77
  fi
  for package in "$FOLDER"/packages/*.deb; do
    dpkg -x "$package" "$FOLDER"
    rm -- "$package"
  done
  # They name each other by where they are meant to be installed.
  find "$FOLDER/usr/src" -maxdepth 2 -name Makefile -print0 \
    | xargs -0 sed -i "s|^include /usr/src/|include $FOLDER/usr/src/|"
  find "$FOLDER/usr/src" "$FOLDER/lib/modules" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfn -- "$FOLDER$(readlink -- "$link")" "$link"
  done
  printf '%s' "$kernel" >"$FOLDER/complete"
fi
printf '%s\n' "$kernel"
