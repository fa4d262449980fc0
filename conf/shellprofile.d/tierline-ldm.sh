# Adds "hdfs ldm" and "hdfs lineagegateway" to Hadoop's shell: copy to
# $HADOOP_HOME/libexec/shellprofile.d. The jars of ldm-namenode and ldm-gateway must be on the class
# path there ($HADOOP_HOME/share/hadoop/hdfs/lib).
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

if [[ "${HADOOP_SHELL_EXECNAME}" = hdfs ]]; then
  hadoop_add_subcommand "ldm" admin "tell and ask Tierline LDM in the NameNode"
  hadoop_add_subcommand "lineagegateway" daemon "run Tierline's gateway of lineage"
fi

## @description  the class behind "hdfs ldm"
## @audience     public
## @stability    evolving
## @replaceable  yes
function hdfs_subcommand_ldm
{
  # shellcheck disable=SC2034
  HADOOP_CLASSNAME=io.tierline.ldm.client.admin.LdmAdmin
}

## @description  the daemon behind "hdfs lineagegateway"
## @audience     public
## @stability    evolving
## @replaceable  yes
function hdfs_subcommand_lineagegateway
{
  # shellcheck disable=SC2034
  HADOOP_SUBCMD_SUPPORTDAEMONIZATION="true"
  # shellcheck disable=SC2034
  HADOOP_CLASSNAME=io.tierline.ldm.gateway.LineageGateway
  # It works for seconds a minute: the second compiler takes more of a processor than it saves. What
  # hadoop-env.sh says comes behind, and counts.
  # shellcheck disable=SC2034
  HDFS_LINEAGEGATEWAY_OPTS="-XX:TieredStopAtLevel=1 ${HDFS_LINEAGEGATEWAY_OPTS:-}"
}
