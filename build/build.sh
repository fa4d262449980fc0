# Builds what is out of date; sourced by ./tierline after setup.sh.
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

commit() {
  local id
  if ! id="$(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null)"; then
    printf 'unknown'
    return
  fi
  # What test with matrix writes says what it was run on, so it is no change of that.
  if [[ -n "$(git -C "$ROOT" status --porcelain --untracked-files=no -- \
    ':/' ':(exclude,top)docs/compatibility.*' 2>/dev/null)" ]]; then
    id+=-dirty
  fi
  printf '%s' "$id"
}

# From the parent's pom.xml.
print_version() {
  local version
  version="$(sed -n 's/^  <version>\(.*\)<\/version>$/\1/p' "$ROOT/pom.xml" | head -n 1)"
  printf 'Tierline %s (commit %s)\n' "$version" "$(commit)"
}

# Whether a module has been built since its sources, and those of what it needs, changed. A build
# with the programs in C has a stamp of its own: commands that need none build none.
is_built() {
  local stamp="$1" changed module
  shift
  [[ -f "$stamp" ]] || return 1
  for module in "$@"; do
    [[ -d "$ROOT/$module/target/classes" ]] || return 1
    # Directories count too: theirs is the trace that a deleted file leaves.
    changed="$(find "$ROOT/$module/src/main" "$ROOT/$module/pom.xml" "$ROOT/pom.xml" \
      -newer "$stamp" -print -quit)"
    [[ -z "$changed" ]] || return 1
  done
}

maven() {
  cd -- "$ROOT" || exit
  exec mvn -B "$@"
}

# Builds a module and what it needs, and leaves its class path in its target; with "native" the
# programs in C as well.
build() {
  local module="$1" native="$2" log="$LOGS/build.log" started skip=(-Dexec.skip=true) needs=(cli)
  local stamp="$ROOT/$module/target/tierline${native:+-$native}.built"
  [[ "$module" == cli ]] || needs=(common cli ldm-namenode ldm-gateway rlsm-hbase clusters benchmarks)
  [[ -z "$native" ]] || needs+=(bid-agent) skip=()
  # Two commands at once would build into the same directories.
  mkdir -p "$ROOT/target"
  exec 9>"$ROOT/target/build.lock"
  ! command -v flock >/dev/null || flock 9
  if ! is_built "$stamp" "${needs[@]}"; then
    started="$(mktemp)"
    # Style is checked by "test"; a user who wants to see the demo need not wait for it.
    # Modules that need nothing of each other at a time, as many as there are cores.
    if ! run_shown "building $module" "$log" percent_of_build maven -T 1C -pl "$module" -am \
      -Dmaven.test.skip=true -Dspotless.check.skip=true -Dcheckstyle.skip=true -Djacoco.skip=true \
      "${skip[@]}" package dependency:build-classpath -Dmdep.outputFile=target/classpath.txt \
      -Dmdep.includeScope=runtime; then
      rm -f -- "$started"
      fail "the build failed: $(first_error "$log"); the whole output is in $log"
    fi
    # As old as the start of the build, so that an edit made during it counts as newer.
    [[ -z "$native" ]] || cp -p -- "$started" "$ROOT/$module/target/tierline.built"
    mv -- "$started" "$stamp"
  fi
  exec 9>&-
}

first_error() {
  local line
  line="$(grep -m 1 -E -- '^\[ERROR\]|^CMake Error|^[^[].*: (fatal )?error: ' "$1" || last_line "$1")"
  printf '%s' "${line#\[ERROR\] }"
}

# Loading classes is most of what a small definition takes, so ldm-plan keeps them in an archive
# (class data sharing). One that does not fit the Java or the class path at hand is not used by
# Java, nor is one that could not be made; neither says a word.
share_classes() {
  local classes="$1" jar="${1%%:*}" archive="${1%%:*}.ldm-plan.jsa"
  jvm+=(-Xlog:disable -Xlog:all=error:stderr)
  if [[ ! "$archive" -nt "$jar" ]]; then
    "$JAVA_HOME/bin/java" "${jvm[@]}" "-XX:ArchiveClassesAtExit=$archive.$$" -cp "$classes" \
      io.tierline.cli.Tierline ldm-plan --json - \
      "$ROOT/conf/examples/terasort-chain/workflow.xml" >/dev/null 2>&1 || true
    [[ ! -f "$archive.$$" ]] || mv -f -- "$archive.$$" "$archive"
  fi
  jvm+=("-XX:SharedArchiveFile=$archive")
}
