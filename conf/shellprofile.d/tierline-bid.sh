# Adds "hdfs biddelta" to Hadoop's shell: copy to $HADOOP_HOME/libexec/shellprofile.d. The jar of
# bid-agent must be on the class path there ($HADOOP_HOME/share/hadoop/hdfs/lib).
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

if [[ "${HADOOP_SHELL_EXECNAME}" = hdfs ]]; then
  hadoop_add_subcommand "biddelta" admin "check or empty a delta log of Tierline BID"
fi

## @description  the class behind "hdfs biddelta"
## @audience     public
## @stability    evolving
## @replaceable  yes
function hdfs_subcommand_biddelta
{
  # shellcheck disable=SC2034
  HADOOP_CLASSNAME=io.tierline.bid.delta.command.BidDelta
  # What Hadoop's own classes tell of themselves is not to be among the lines of an answer.
  if [[ "${HADOOP_ROOT_LOGGER:-}" = INFO,console ]]; then
    # shellcheck disable=SC2034
    HADOOP_ROOT_LOGGER=WARN,console
  fi
}
