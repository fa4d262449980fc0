# What the command needs of the machine: found, or installed where that is allowed. Sourced by
# ./tierline, which takes its functions; run by itself (setup.sh NEED...) it only sets up.
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
set -euo pipefail

ROOT="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)"
readonly ROOT
readonly LOGS="$ROOT/target/logs"
readonly JDK_MIN=17
readonly PACKAGE_JDK=openjdk-17-jdk-headless
readonly PACKAGE_MAVEN=maven
readonly CMAKE_MIN=3.25
# make and the C library's headers come along unasked only where recommendations are followed.
readonly PACKAGES_NATIVE=(gcc libc6-dev make cmake)
readonly PACKAGES_NATIVE_TESTS=(pkg-config libcmocka-dev)
readonly PACKAGES_SANITIZERS=(clang libclang-rt-dev)
readonly PACKAGES_GUEST=(qemu-system-x86 busybox-static kmod cpio xz-utils libelf1)
readonly PACKAGE_BROWSER=chromium
readonly PACKAGE_SHELL=shellcheck
# The versions by which the tree is formatted and looked over: bid-agent's checks skip with others.
readonly PACKAGE_FORMAT=clang-format-14
readonly PACKAGE_TIDY=clang-tidy-14
COMMAND="${COMMAND:-tierline}"
JOB_PID=''

# One line: what, why, what to do.
fail() {
  printf '%s: %s\n' "$COMMAND" "$*" >&2
  exit 1
}

on_terminal() {
  [[ -t 2 ]]
}

# Shows phase, percent and elapsed time of a job that writes a log: percent_of LOG prints a number.
# A line that changes on a terminal, one every ten seconds elsewhere; on standard error, so that
# what a command prints can be piped on.
run_shown() {
  local phase="$1" log="$2" percent_of="$3"
  shift 3
  mkdir -p "$(dirname -- "$log")"
  local start=$SECONDS shown=-10 status=0
  "$@" >"$log" 2>&1 </dev/null &
  JOB_PID=$!
  while kill -0 "$JOB_PID" 2>/dev/null; do
    if on_terminal; then
      printf '\r\033[K%s' "$(progress_line "$phase" "$("$percent_of" "$log")" $((SECONDS - start)))" >&2
    elif ((SECONDS - start - shown >= 10)); then
      shown=$((SECONDS - start))
      progress_line "$phase" "$("$percent_of" "$log")" "$shown" >&2
    fi
    sleep 0.5
  done
  wait "$JOB_PID" || status=$?
  JOB_PID=''
  if on_terminal; then
    printf '\r\033[K' >&2
  fi
  return "$status"
}

progress_line() {
  printf '[%d:%02d] %3d %%  %s\n' $(($3 / 60)) $(($3 % 60)) "$2" "$1"
}

# Maven numbers the modules that it builds: "Building Tierline benchmarks 0.1.0 [4/4]".
percent_of_build() {
  awk 'match($0, /\[[0-9]+\/[0-9]+\]$/) {
         split(substr($0, RSTART + 1, RLENGTH - 2), at, "/"); percent = 100 * (at[1] - 1) / at[2]
       } END { printf "%d", percent }' "$1"
}

stop_job() {
  if [[ -n "$JOB_PID" ]]; then
    kill "$JOB_PID" 2>/dev/null || true
  fi
}
trap stop_job EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The major version of a javac, 0 where it does not run. With JAVA_TOOL_OPTIONS set it says so first.
jdk_version() {
  local text line=$'\n'
  text="$("$1" -version 2>&1)" || text=''
  if [[ "$line$text" =~ ${line}javac\ ([0-9]+) ]]; then
    printf '%s' "${BASH_REMATCH[1]}"
  else
    printf '0'
  fi
}

# Sets JAVA_HOME to a JDK that is new enough, wherever it is.
find_jdk() {
  local javac
  for javac in ${JAVA_HOME:+"$JAVA_HOME/bin/javac"} "$(command -v javac || true)" \
    /usr/lib/jvm/*/bin/javac; do
    if [[ -x "$javac" ]] && (($(jdk_version "$javac") >= JDK_MIN)); then
      JAVA_HOME="$(dirname -- "$(dirname -- "$(readlink -f -- "$javac")")")"
      export JAVA_HOME
      return 0
    fi
  done
  return 1
}

install_packages() {
  local sudo=()
  if ! command -v apt-get >/dev/null; then
    fail "$* missing and there is no apt-get here: install what your system calls them (a JDK $JDK_MIN or newer, Maven 3.8.1 or newer; for BID gcc and CMake $CMAKE_MIN or newer; for tests clang, cmocka, chromium and shellcheck)"
  fi
  if (($(id -u) != 0)); then
    if ! sudo -n true 2>/dev/null; then
      fail "$* missing and root is needed to install: run sudo apt-get update && sudo apt-get install -y $*"
    fi
    sudo=(sudo -n)
  fi
  run_shown "installing $*" "$LOGS/apt.log" percent_unknown \
    "${sudo[@]}" sh -c 'export DEBIAN_FRONTEND=noninteractive
      apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"' \
    sh "$@" \
    || fail "could not install $*: $(last_line "$LOGS/apt.log"); the whole output is in $LOGS/apt.log"
}

percent_unknown() {
  printf '0'
}

last_line() {
  tail -n 1 -- "$1"
}

has_native() {
  local tool
  for tool in gcc make cmake; do
    command -v "$tool" >/dev/null || return 1
  done
  compiles gcc
}

cmake_version() {
  cmake --version | awk 'NR == 1 { print $3 }'
}

# Whether one dotted version is not below another.
is_at_least() {
  [[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" == "$2" ]]
}

has_native_tests() {
  command -v pkg-config >/dev/null && pkg-config --exists cmocka
}

# The compiler alone is not enough: its sanitizers come in a package of their own.
has_sanitizers() {
  command -v clang >/dev/null && compiles clang -fsanitize=address,undefined
}

has_guest() {
  local tool
  for tool in qemu-system-x86_64 busybox modprobe cpio xz; do
    PATH="$PATH:/usr/sbin:/sbin" command -v "$tool" >/dev/null || return 1
  done
}

can_install() {
  command -v apt-get >/dev/null && { (($(id -u) == 0)) || sudo -n true 2>/dev/null; }
}

# Whether a compiler, with these options, makes a program.
compiles() {
  # No pipe: a compiler that is gone before it has read all would count as one that fails.
  "$@" -x c -o /dev/null - >/dev/null 2>&1 <<<$'#include <stdio.h>\nint main(void) { return 0; }'
}

# Whether a tool is there in the version that its package's name ends with.
has_version() {
  local tool="${1%-*}" version="${1##*-}"
  command -v "$1" >/dev/null || [[ "$("$tool" --version 2>/dev/null)" == *"version $version."* ]]
}

# Not every system has that version, and all else goes without it: the check is skipped then.
install_where_offered() {
  local package offered=()
  for package in "$@"; do
    if ! has_version "$package" && can_install && apt-cache show "$package" >/dev/null 2>&1; then
      offered+=("$package")
    fi
  done
  ((${#offered[@]} == 0)) || (install_packages "${offered[@]}") || true
}

# Installs what is missing of what the command needs: always a JDK and Maven; "native" for programs
# in C, "native-tests" to test them, "sanitizers" to test them with clang; "browser" to test pages;
# "shell" to look over the scripts; "format" and "tidy" to look over C. "guest", to try the kernel
# module in, is installed where it can be: that test says what it wanted.
set_up() {
  local missing=() wanted=() need
  find_jdk || missing+=("$PACKAGE_JDK")
  command -v mvn >/dev/null || missing+=("$PACKAGE_MAVEN")
  for need in "$@"; do
    case "$need" in
      native) has_native || missing+=("${PACKAGES_NATIVE[@]}") ;;
      native-tests) has_native_tests || missing+=("${PACKAGES_NATIVE_TESTS[@]}") ;;
      sanitizers) has_sanitizers || missing+=("${PACKAGES_SANITIZERS[@]}") ;;
      shell) command -v shellcheck >/dev/null || missing+=("$PACKAGE_SHELL") ;;
      guest) has_guest || ! can_install || missing+=("${PACKAGES_GUEST[@]}") ;;
      format) wanted+=("$PACKAGE_FORMAT") ;;
      tidy) wanted+=("$PACKAGE_TIDY") ;;
      browser) command -v chromium >/dev/null || missing+=("$PACKAGE_BROWSER") ;;
    esac
  done
  if ((${#missing[@]} > 0)); then
    install_packages "${missing[@]}"
    find_jdk || fail "no JDK $JDK_MIN or newer is found after installing $PACKAGE_JDK: set JAVA_HOME"
  fi
  install_where_offered "${wanted[@]}"
  if [[ " $* " == *' native '* ]] && ! is_at_least "$(cmake_version)" "$CMAKE_MIN"; then
    fail "CMake $CMAKE_MIN or newer is needed and this is $(cmake_version): put a newer one first in PATH"
  fi
}

if [[ "${BASH_SOURCE[0]}" == "$0" ]]; then
  set_up "$@"
fi
