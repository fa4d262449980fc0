#!/bin/busybox sh
# shellcheck shell=dash
# The first process of the guest: puts BID in front of disks, has them used, and looks whether the kernel
# was content. Its last words, passed or FAILED, are what guest.sh waits for.
# SPDX-License-Identifier: Apache-2.0
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
read -r SECONDS_VERIFIED SEED </parameters

say() {
  echo "guest: $*"
}

die() {
  say "FAILED: $*"
  dmesg | tail -n 60
  poweroff -f
}

# NAME TAGS QUEUES NS: a disk in memory that takes so long for each request.
null_disk() {
  local folder="/sys/kernel/config/nullb/$1" setting
  mkdir "$folder" || die "no null_blk"
  for setting in size=64 memory_backed=1 blocksize=512 queue_mode=2 irqmode=2 discard=1 \
    "completion_nsec=$4" "hw_queue_depth=$2" "submit_queues=$3"; do
    echo "${setting#*=}" >"$folder/${setting%%=*}" || die "null_blk takes no $setting"
  done
  echo 1 >"$folder/power" || die "null_blk does not start"
}

# DISK SCHEDULER
scheduler() {
  echo "$2" >"/sys/block/$1/queue/scheduler"
  grep -qF "[$2]" "/sys/block/$1/queue/scheduler" || die "$1 does not take the scheduler $2"
}

# DISK TUNABLE VALUE
tune() {
  echo "$3" >"/sys/block/$1/queue/iosched/$2" || die "$1: $2 does not take $3"
  [ "$(cat "/sys/block/$1/queue/iosched/$2")" = "$3" ] || die "$1: $2 is not what it was set to"
}

# DISK TUNABLE VALUE: one that is out of its range, or no number.
refused() {
  local before
  before="$(cat "/sys/block/$1/queue/iosched/$2")"
  echo "$3" 2>/dev/null >"/sys/block/$1/queue/iosched/$2" && die "$1: $2 takes $3"
  [ "$(cat "/sys/block/$1/queue/iosched/$2")" = "$before" ] || die "$1: $2 was changed by $3"
}

# DISK COUNT: a figure of BID's.
counted() {
  sed -n "s/^$2 //p" "/sys/block/$1/queue/iosched/counts"
}

# DISK COUNT: that it has happened at all.
happened() {
  [ "$(counted "$1" "$2")" -gt 0 ] || die "$1: nothing was $2"
}

# SECONDS THREADS: verified reading and writing of all disks at a time, beside what is done meanwhile.
use_disks() {
  USERS=""
  for disk in $DISKS; do
    mixed_io "/dev/$disk" "$1" "$2" "$SEED" &
    USERS="$USERS $!"
  done
}

all_verified() {
  local user
  for user in $USERS; do
    wait "$user" || die "data that were read are not those that were written, see above"
  done
}

while read -r module options; do
  # shellcheck disable=SC2086
  insmod "/modules/$module" $options || die "could not load $module"
done </modules/order
mount -t configfs none /sys/kernel/config || die "no configfs"
null_disk one 1 1 200000
null_disk many 64 2 500000
DISKS="vda one many sda"
for disk in $DISKS; do
  tries=0
  until [ -b "/dev/$disk" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || die "there is no disk $disk"
    sleep 0.1
  done
  echo 1 >"/sys/block/$disk/queue/rotational"
  grep -qw bid "/sys/block/$disk/queue/scheduler" || die "$disk is not offered the scheduler bid"
done

say "Linux $(uname -r): switched under I/O, with other bounds and tunables each time"
use_disks 15 4
round=0
while [ "$round" -lt 9 ]; do
  for disk in $DISKS; do
    scheduler "$disk" bid
    tune "$disk" write_places $((1 + round * 12))
    echo $((4 + round * 60)) >"/sys/block/$disk/queue/nr_requests" || die "$disk: nr_requests"
    tune "$disk" merge $((round % 2))
    echo $((round % 2)) >"/sys/block/$disk/queue/rotational"
  done
  sleep 1
  for disk in $DISKS; do
    case $((round % 3)) in
      0) scheduler "$disk" mq-deadline ;;
      1) scheduler "$disk" none ;;
    esac
  done
  round=$((round + 1))
done
all_verified

say "verified I/O for $SECONDS_VERIFIED s"
for disk in $DISKS; do
  scheduler "$disk" none
  scheduler "$disk" bid
  echo 1 >"/sys/block/$disk/queue/rotational"
  refused "$disk" write_places 0
  refused "$disk" write_places 101
  refused "$disk" run_max many
done
tune one run_max 2048
echo 64 >/sys/block/one/queue/nr_requests
# It has two hardware queues with so many requests each, and BID as many in all.
echo 8 >/sys/block/many/queue/nr_requests
use_disks "$SECONDS_VERIFIED" 8
all_verified
joined=0
for disk in $DISKS; do
  say "$disk: $(tr '\n' ',' <"/sys/block/$disk/queue/iosched/counts")"
  happened "$disk" staged
  happened "$disk" rests
  joined=$((joined + $(counted "$disk" joined)))
done
happened vda passed
[ "$joined" -gt 0 ] || die "nothing was joined on any disk"
happened many waited
happened sda requeued

say "detached and unloaded"
rmmod bid_iosched 2>/dev/null && die "the module goes although it is in use"
for disk in $DISKS; do
  scheduler "$disk" none
done
rmmod bid_iosched || die "the module does not go"
grep -qw bid /sys/block/*/queue/scheduler && die "the scheduler is there without its module"
insmod /modules/bid-iosched.ko || die "the module does not come again"
scheduler one bid
use_disks 2 2
all_verified
scheduler one none
rmmod bid_iosched || die "the module does not go again"

# What scsi_debug makes fail on its way is not tried again when it is only read ahead.
if dmesg | grep -vE 'I/O error, dev sda, .*\(READ\)' \
  | grep -E 'BUG|WARNING|Oops|Call Trace|blocked for more|I/O error|UBSAN|KASAN|lockdep'; then
  die "the kernel complains, see above"
fi
say "passed"
poweroff -f
