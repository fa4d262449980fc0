#!/usr/bin/env bash
# hdfs, yarn, mapred, hadoop, hbase and oozie for one cluster of ./tierline cluster, by the name under which
# this is called. Hadoop's and HBase's own scripts are in their tarballs only, not in their jars, so
# this knows the commands of clients; any other main class can be named as a whole.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

BIN="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
readonly BIN
NAME="$(basename -- "$0")"
readonly NAME
export HADOOP_CONF_DIR="$BIN/../client/conf"
export HADOOP_USER_NAME="${HADOOP_USER_NAME:-hdfs}"

# The commands of one program: a name and a main class on each line, from Hadoop's own scripts.
commands() {
  case "$NAME" in
    hdfs)
      cat <<'TEXT'
dfs org.apache.hadoop.fs.FsShell
dfsadmin org.apache.hadoop.hdfs.tools.DFSAdmin
haadmin org.apache.hadoop.hdfs.tools.DFSHAAdmin
fsck org.apache.hadoop.hdfs.tools.DFSck
getconf org.apache.hadoop.hdfs.tools.GetConf
storagepolicies org.apache.hadoop.hdfs.tools.StoragePolicyAdmin
mover org.apache.hadoop.hdfs.server.mover.Mover
balancer org.apache.hadoop.hdfs.server.balancer.Balancer
ldm io.tierline.ldm.client.admin.LdmAdmin
TEXT
      ;;
    yarn)
      cat <<'TEXT'
jar org.apache.hadoop.util.RunJar
application org.apache.hadoop.yarn.client.cli.ApplicationCLI
app org.apache.hadoop.yarn.client.cli.ApplicationCLI
node org.apache.hadoop.yarn.client.cli.NodeCLI
queue org.apache.hadoop.yarn.client.cli.QueueCLI
logs org.apache.hadoop.yarn.client.cli.LogsCLI
rmadmin org.apache.hadoop.yarn.client.cli.RMAdminCLI
TEXT
      ;;
    mapred)
      cat <<'TEXT'
job org.apache.hadoop.mapred.JobClient
queue org.apache.hadoop.mapred.JobQueueClient
TEXT
      ;;
    hadoop)
      cat <<'TEXT'
fs org.apache.hadoop.fs.FsShell
jar org.apache.hadoop.util.RunJar
conftest org.apache.hadoop.util.ConfTest
TEXT
      ;;
    hbase)
      cat <<'TEXT'
hbck org.apache.hadoop.hbase.util.HBaseFsck
canary org.apache.hadoop.hbase.tool.CanaryTool
hfile org.apache.hadoop.hbase.io.hfile.HFilePrettyPrinter
snapshot org.apache.hadoop.hbase.snapshot.SnapshotInfo
version org.apache.hadoop.hbase.util.VersionInfo
zkcli org.apache.hadoop.hbase.zookeeper.ZKMainServer
TEXT
      ;;
  esac
}

usage() {
  printf 'Usage: %s COMMAND|CLASS [ARGUMENT...]\ncommands: %s\n' \
    "$NAME" "$(commands | cut -d ' ' -f 1 | paste -s -d ' ')"
}

# Oozie's command line is one class, which prints the commands that it knows.
run_oozie() {
  export OOZIE_URL="${OOZIE_URL:-$(<"$BIN/oozie.url")}"
  exec "$(<"$BIN/java.home")/bin/java" "@$BIN/oozie.options" "-Duser.name=$HADOOP_USER_NAME" \
    "-Dlog4j.configuration=file:$HADOOP_CONF_DIR/log4j.properties" \
    -Doozie.auth.token.cache=false org.apache.oozie.cli.OozieCLI "$@"
}

main() {
  local command="${1:-}" class
  [[ "$NAME" != oozie ]] || run_oozie "${@:-help}"
  case "$command" in
    '' | -h | -help | --help) usage && exit 0 ;;
    *.*) class="$command" ;;
    *) class="$(commands | awk -v name="$command" '$1 == name { print $2 }')" ;;
  esac
  if [[ -z "$class" ]]; then
    printf '%s: no command %s here; %s\n' "$NAME" "$command" "$(usage | tail -n 1)" >&2
    exit 2
  fi
  shift
  exec "$(<"$BIN/java.home")/bin/java" "@$BIN/java.options" "$class" "$@"
}

main "$@"
