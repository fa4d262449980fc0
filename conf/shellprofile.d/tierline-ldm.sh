# Adds "hdfs ldm" to Hadoop's shell: copy to $HADOOP_HOME/libexec/shellprofile.d.
# shellcheck shell=bash
# LDM's jar must be on the class path of the client as well ($HADOOP_HOME/share/hadoop/hdfs/lib).
# SPDX-License-Identifier: Apache-2.0

if [[ "${HADOOP_SHELL_EXECNAME}" = hdfs ]]; then
  hadoop_add_subcommand "ldm" admin "tell and ask Tierline LDM in the NameNode"
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
