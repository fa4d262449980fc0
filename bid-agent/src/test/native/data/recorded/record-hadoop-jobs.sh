#!/usr/bin/env bash
# Records the block I/O of real Hadoop jobs on a disk of their own (a file behind a loop device) and
# measures it. Root; ftrace block events. See docs/bid-workloads.md.
#
# usage: record-hadoop-jobs.sh CLASSPATH BID_GEN OUT [MIB]
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly INSTANCE=/sys/kernel/tracing/instances/tierline-workload
readonly BUFFER_KIB=32768 # of each CPU: more than a job's events
readonly DIRTY_BYTES=$((16 << 20)) # as on a node that has little memory for its many disks
readonly DISK_SIZE=40G

evict() {
  find "$TIERLINE_MOUNT" -type f -path "$1" -size +3k -exec \
    sh -c 'for f; do dd if="$f" iflag=nocache count=0 status=none 2>/dev/null; done' _ {} + || true
}

# The data of a real node is many times its memory; that of these jobs is not. So intermediate data
# does not stay until it is read again. (Blocks are read once a job.)
keep_evicting() {
  while sleep 1; do evict '*/yarn/*'; done
}

before() {
  sync -f "$TIERLINE_MOUNT"
  evict '*'
  echo >"$INSTANCE/trace"
  echo 1 >"$INSTANCE/tracing_on"
}

# What the job wrote belongs to it, though the kernel would have written it later.
after() {
  sync -f "$TIERLINE_MOUNT"
  echo 0 >"$INSTANCE/tracing_on"
  cp "$INSTANCE/trace" "$TIERLINE_OUT/$1.ftrace"
}

clean_up() {
  kill "$EVICTOR" 2>/dev/null || true
  rmdir "$INSTANCE" || true
  umount "$TIERLINE_MOUNT" && rmdir "$TIERLINE_MOUNT"
  rm -f "$TIERLINE_OUT/disk.img"
}

prepare_disk() {
  local loop bdi
  truncate -s "$DISK_SIZE" "$TIERLINE_OUT/disk.img"
  mkfs.ext4 -q -F "$TIERLINE_OUT/disk.img"
  mount -o loop "$TIERLINE_OUT/disk.img" "$TIERLINE_MOUNT"
  loop="$(basename "$(findmnt -no SOURCE "$TIERLINE_MOUNT")")"
  echo 512 >"/sys/block/$loop/queue/max_sectors_kb"
  # A disk's default. In this order: the other setting resets this one.
  echo 128 >"/sys/block/$loop/queue/read_ahead_kb"
  bdi="/sys/class/bdi/$(<"/sys/block/$loop/dev")"
  echo 1 >"$bdi/strict_limit"
  echo "$DIRTY_BYTES" >"$bdi/max_bytes"
  mkdir "$INSTANCE"
  echo "$BUFFER_KIB" >"$INSTANCE/buffer_size_kb"
  local number minor
  number="$(<"/sys/block/$loop/dev")" minor="${number#*:}"
  for event in block_bio_queue block_rq_issue block_rq_complete; do
    echo "dev == $(((${number%:*} << 20) | minor))" >"$INSTANCE/events/block/$event/filter"
    echo 1 >"$INSTANCE/events/block/$event/enable"
  done
}

main() {
  local class_path="$1" bid_gen="$2" mib="${4:-512}"
  export TIERLINE_OUT="$3" TIERLINE_MOUNT
  mkdir -p "$TIERLINE_OUT"
  TIERLINE_MOUNT="$(mktemp -d)"
  EVICTOR=''
  trap clean_up EXIT
  prepare_disk
  keep_evicting &
  EVICTOR=$!
  nice java -Xmx1g --add-opens java.base/java.lang=ALL-UNNAMED -Djava.net.preferIPv4Stack=true \
    "-Djava.io.tmpdir=$TIERLINE_MOUNT" -cp "$class_path" \
    io.tierline.benchmarks.bid.RecordHadoopJobs --mib "$mib" --around "$(readlink -f "$0")" \
    >"$TIERLINE_OUT/jobs.log" 2>&1
  "$bid_gen" --measure "$TIERLINE_OUT"/*.ftrace
}

case "${1:-}" in
  before | after) "$@" ;;
  *) main "$@" ;;
esac
