#!/usr/bin/env bash
# Builds the kernel module for a kernel of Debian's, and has a guest of qemu with that kernel use it: init.sh
# is what happens there. Needs no root. Exit status 77, with a line that says why: it could not be tried.
# usage: guest.sh SOURCE VERSION FOLDER [SECONDS [SEED]]
#   SOURCE src/main/native, VERSION 6.1 or 6.12, FOLDER for all that it makes, SECONDS of verified I/O
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

SOURCE="$(readlink -f -- "$1")"
HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
mkdir -p -- "$3"
FOLDER="$(readlink -f -- "$3")"
readonly SOURCE HERE FOLDER VERSION="$2" SECONDS_VERIFIED="${4:-60}" SEED="${5:-${BID_TEST_SEED:-1}}"
readonly DEADLINE=900
PATH="$PATH:/usr/sbin:/sbin"

skip() {
  printf 'kernel module on Linux %s: not tried: %s\n' "$VERSION" "$*"
  exit 77
}

# What Debian's packages are called, where the programs are not.
check_tools() {
  local tool missing=() tools=(qemu-system-x86_64=qemu-system-x86 busybox=busybox-static modprobe=kmod cpio=cpio
    xz=xz-utils make=make gcc=gcc gcc-12=gcc-12)
  # The headers of 6.12 have it write the types of a module.
  [[ "$VERSION" == 6.1 ]] || tools+=(pahole=pahole)
  [[ "$(uname -m)" == x86_64 ]] || skip "the guest is for x86_64 and this is $(uname -m)"
  if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
    skip 'there is no apt-get here to have the kernel from'
  fi
  for tool in "${tools[@]}"; do
    command -v "${tool%%=*}" >/dev/null || missing+=("${tool#*=}")
  done
  # What checks a module when it is linked needs it.
  ldconfig -p | grep -F libelf.so.1 >/dev/null || missing+=(libelf1)
  ((${#missing[@]} == 0)) || skip "apt-get install ${missing[*]}"
  # One that needs libraries does not run in the guest.
  if readelf -l "$(command -v busybox)" | grep -q INTERP; then
    skip 'apt-get install busybox-static'
  fi
}

# Puts a module and those that it needs into the guest, in the order in which they are to be loaded.
add_module() {
  local name="$1" options="$2" file base
  while read -r _ file; do
    base="$(basename -- "${file%.xz}")"
    if [[ ! -f "$root/modules/$base" ]]; then
      if [[ "$file" == *.xz ]]; then
        xz -dc -- "$file" >"$root/modules/$base"
      else
        cp -- "$file" "$root/modules/$base"
      fi
      printf '%s %s\n' "$base" "$([[ "${base%.ko}" != "$name" ]] || printf '%s' "$options")" >>"$root/modules/order"
    fi
  done < <(modprobe -d "$FOLDER/kernel" -S "$kernel" --show-depends "$name" | grep '^insmod ')
}

make_guest() {
  root="$FOLDER/root"
  rm -rf -- "$root"
  mkdir -p -- "$root"/{bin,dev,proc,sys,modules}
  cp -- "$(command -v busybox)" "$root/bin/busybox"
  gcc -std=c11 -O2 -Wall -Wextra -Werror -static -pthread -o "$root/bin/mixed_io" "$HERE/mixed_io.c"
  install -m 755 -- "$HERE/init.sh" "$root/init"
  printf '%s %s\n' "$SECONDS_VERIFIED" "$SEED" >"$root/parameters"
  [[ -f "$FOLDER/kernel/lib/modules/$kernel/modules.dep.bin" ]] || depmod -b "$FOLDER/kernel" "$kernel"
  : >"$root/modules/order"
  add_module virtio_pci ''
  add_module virtio_blk ''
  add_module null_blk nr_devices=0
  add_module sd_mod ''
  # Every 200th command fails on its way, and is tried again.
  add_module scsi_debug 'dev_size_mb=64 ndelay=300000 every_nth=200 opts=16'
  cp -- "$FOLDER/module/bid-iosched.ko" "$root/modules/"
  printf 'bid-iosched.ko\n' >>"$root/modules/order"
  (cd "$root" && find . -print0 | cpio --null --quiet -o -H newc | gzip -1) >"$FOLDER/initramfs.gz"
}

check_tools
status=0
kernel="$(bash "$HERE/kernel.sh" "$VERSION" "$FOLDER/kernel")" || status=$?
((status != 77)) || skip "$kernel"
if ((status != 0)); then
  printf 'the kernel could not be unpacked (status %d): %s\n' "$status" "$kernel"
  exit 1
fi
make -C "$SOURCE/kmod" "KERNEL=$kernel" "KERNEL_DIR=$FOLDER/kernel/lib/modules/$kernel/build" "OUT=$FOLDER/module" \
  "BID_KERNEL_SOURCE=$FOLDER/kernel/usr/src/linux-source-$VERSION.tar.xz" >"$FOLDER/build.log" 2>&1 || {
  cat -- "$FOLDER/build.log"
  exit 1
}
if grep -E '^[^ ]+:[0-9]+:.* warning: ' "$FOLDER/build.log"; then
  printf 'the module is not built without a warning\n'
  exit 1
fi
make_guest
truncate -s 64M "$FOLDER/disk"
timeout "$DEADLINE" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 -nic none -nographic \
  -no-reboot -kernel "$FOLDER/kernel/boot/vmlinuz-$kernel" -initrd "$FOLDER/initramfs.gz" \
  -append 'console=ttyS0 edd=off mitigations=off quiet oops=panic panic=-1' \
  -drive "file=$FOLDER/disk,format=raw,if=virtio,discard=unmap" </dev/null >"$FOLDER/guest.log" 2>&1 || status=$?
grep -a -E '^(guest|mixed_io): ' "$FOLDER/guest.log" || true
if ! grep -a -q '^guest: passed' "$FOLDER/guest.log"; then
  printf 'the guest did not pass (status %d); its console ends so:\n' "$status"
  tail -n 80 "$FOLDER/guest.log"
  exit 1
fi
