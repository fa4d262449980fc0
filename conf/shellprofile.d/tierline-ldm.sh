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
  tierline_quiet
}

## @description  keeps what Hadoop's own classes tell of themselves from among the lines of an answer
## @audience     private
## @stability    evolving
## @replaceable  no
function tierline_quiet
{
  if [[ "${HADOOP_ROOT_LOGGER:-}" = INFO,console ]]; then
    HADOOP_ROOT_LOGGER=WARN,console
  fi
}

## @description  the daemon behind "hdfs lineagegateway", and what makes its keys
## @audience     public
## @stability    evolving
## @replaceable  yes
## @param        what stands behind the command
function hdfs_subcommand_lineagegateway
{
  # shellcheck disable=SC2034
  HADOOP_CLASSNAME=io.tierline.ldm.gateway.LineageGateway
  # A key is made while the daemon runs, too: Hadoop refuses a second daemon, and writes the number
  # of its process into the file by which the first is stopped.
  if [[ "${1:-}" = -newApiKey ]]; then
    tierline_quiet
    return
  fi
  # shellcheck disable=SC2034
  HADOOP_SUBCMD_SUPPORTDAEMONIZATION="true"
  # It works for seconds a minute: the second compiler, and a collector with threads of its own, take
  # more of a processor than they save. What hadoop-env.sh says comes behind, and counts; two
  # collectors would be refused.
  local options="-XX:TieredStopAtLevel=1"
  local given="${HADOOP_OPTS:-} ${HDFS_LINEAGEGATEWAY_OPTS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}"
  if [[ "${given}" != *-XX:+Use*GC* ]]; then
    options+=" -XX:+UseSerialGC"
  fi
  if [[ -n "${TIERLINE_GATEWAY_CLASSES:-}" ]]; then
    tierline_class_archive "${TIERLINE_GATEWAY_CLASSES}"
  fi
  # shellcheck disable=SC2034
  HDFS_LINEAGEGATEWAY_OPTS="${options} ${HDFS_LINEAGEGATEWAY_OPTS:-}"
}

## @description  has the gateway take its classes from the archive that a process before it left, or
##               leave one where there is none of the same jars: it then starts in half the time
## @audience     private
## @stability    evolving
## @replaceable  no
## @param        file, in a folder that nobody else may write
function tierline_class_archive
{
  local archive="$1"
  local entry folder
  local -a entries jars=() folders=()

  folder=$(dirname "${archive}")
  if [[ ! -O "${folder}" || -n "$(find -L "${folder}" -maxdepth 0 -perm /022)" ]]; then
    hadoop_error "WARNING: ${folder} is not this user's alone: ${archive} is not used."
    return
  fi
  # Java archives only what comes before all folders. Hadoop puts its configuration first, unless it
  # is on the class path already.
  IFS=: read -r -a entries <<< "${HADOOP_CONF_DIR:-}:${CLASSPATH:-}"
  for entry in "${entries[@]}"; do
    if [[ -d "${entry}" ]]; then
      folders+=("${entry}")
    elif [[ -n "${entry}" ]]; then
      jars+=("${entry}")
    fi
  done
  CLASSPATH=$(IFS=: && printf '%s' "${jars[*]}:${folders[*]}")
  # Older Java runs without an archive. What was left half written begins with zeros.
  options+=" -XX:+IgnoreUnrecognizedVMOptions"
  if [[ -O "${archive}" && "$(head -c 4 "${archive}" | tr -d '\0' | wc -c)" -gt 0 ]] \
    && [[ -z "$(find -L "${jars[@]%/\*}" "${JAVA_HOME:-/}/lib/modules" -maxdepth 1 -cnewer "${archive}" \
      \( -name '*.jar' -o -name modules \) -print -quit 2> /dev/null)" ]]; then
    options+=" -XX:SharedArchiveFile=${archive}"
  else
    options+=" -XX:ArchiveClassesAtExit=${archive}"
  fi
}
