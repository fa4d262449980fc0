#!/usr/bin/env bash
# Builds and runs the native tests: as released, where TARGET/native has the programs already, and
# with clang under its sanitizers.
# usage: native-tests.sh SOURCE TARGET COMPILER JOBS IGNORED EXTENDED SEED [EXCLUDED GROUPS]
#   Where failures are ignored ("true"), tests that fail are told of and end nothing.
#   "integration", the group that Maven's unit test runs exclude, leaves out fuzzers, sanitizers and
#   clang-tidy.
#   With EXTENDED "true" random tests that look at BID_TEST_SEED draw more, from that seed on, and the
#   kernel module is tried.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

readonly SOURCE="$1" TARGET="$2" COMPILER="$3" JOBS="$4" IGNORED="$5" EXTENDED="$6" SEED="$7"
readonly EXCLUDED="${8:-}"

# An attribute of the suite in the JUnit file that ctest writes, each on a line of its own.
counted() {
  sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$2" | head -n 1
}

# What was skipped, and why: the last line that the test has printed.
say_skipped() {
  awk -v summary="$1" '
    /<testcase name="/ { split($0, part, "\""); name = part[2]; skipped = 0 }
    /<skipped/ { skipped = 1 }
    { sub(/^.*<system-out>/, ""); end = sub(/<\/system-out>.*$/, "") }
    /[^[:space:]]/ { line = $0 }
    end && skipped { printf "native tests (%s): %s skipped: %s\n", summary, name, line }' "$2"
}

# Builds into TARGET/NAME, runs, prints one closing line. The rest are options of CMake.
run_tests() {
  local name="$1" summary="$2" status=0 failed
  local build="$TARGET/$name"
  local results="$build/tests.xml"
  local select=()
  shift 2
  # What the fuzzers of an earlier run have found would make this one another.
  rm -rf -- "$build/corpus"
  if [[ "$EXCLUDED" == *integration* ]]; then
    select=(--label-exclude 'fuzz|slow')
  elif [[ "$name" == *threads* ]]; then
    select=(--tests-regex '^(volume|scheduler|emulated|ring|tier|group|shell|live)')
  fi
  if ! cmake -S "$SOURCE" -B "$build" -DBID_TESTS=ON -DCMAKE_BUILD_TYPE=Release "$@" \
    || ! cmake --build "$build" --parallel "$JOBS"; then
    printf '[ERROR] native tests (%s): not built, see above\n' "$summary"
    return 1
  fi
  # A process that is killed tells nobody of its races, unless it ends by the first.
  TSAN_OPTIONS=halt_on_error=1 ctest --test-dir "$build" --parallel "$JOBS" --no-tests=error --output-on-failure \
    --output-junit "$results" "${select[@]}" || status=$?
  sed -n "s/.*<testcase name=\"\([^\"]*\)\".* status=\"fail\".*/[ERROR] native tests ($summary): \1 failed/p" \
    "$results"
  say_skipped "$summary" "$results"
  failed="$(counted failures "$results")"
  printf 'native tests (%s): Tests run: %d, Failures: %d, Errors: %d, Skipped: %d\n' "$summary" \
    "$(counted tests "$results")" "$failed" "$((status != 0 && failed == 0))" \
    "$(counted skipped "$results")"
  [[ "$IGNORED" == true ]] || return "$status"
}

has_sanitizers() {
  command -v clang >/dev/null \
    && printf 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }\n' \
    | clang -x c -fsanitize=address,undefined,fuzzer -o /dev/null - 2>/dev/null
}

guests=OFF
# Under sanitizers a scenario takes twenty times as long.
scenarios=4000
if [[ "$EXTENDED" == true ]]; then
  export BID_TEST_SEED="$SEED"
  guests=ON
  scenarios=20000
fi
failures=0
run_tests native "$COMPILER" "-DBID_GUESTS=$guests" || failures=$((failures + 1))
if [[ "$EXCLUDED" != *integration* ]]; then
  if has_sanitizers; then
    run_tests native-clang-sanitized 'clang, ASan, UBSan' -DCMAKE_C_COMPILER=clang -DBID_SANITIZE=ON \
      -DBID_FUZZED_SCENARIOS="$scenarios" \
      || failures=$((failures + 1))
    # What has threads of its own is looked at for races.
    if [[ "$EXTENDED" == true ]]; then
      run_tests native-clang-threads 'clang, TSan' -DCMAKE_C_COMPILER=clang -DBID_SANITIZE_THREADS=ON \
        || failures=$((failures + 1))
    fi
  else
    printf 'native tests (clang): not run, there is no clang here that links its sanitizers\n'
  fi
fi
exit $((failures > 0))
