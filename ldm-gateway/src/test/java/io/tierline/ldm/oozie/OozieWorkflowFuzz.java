/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ThreadTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mutated definitions: each is read or refused with one line, within five seconds. A failure names
 * the seed; {@code -Dtierline.fuzz.seed=N} repeats the run.
 */
@Tag("slow")
class OozieWorkflowFuzz {
  private static final int INPUTS = Extended.inputs(100_000);
  private static final long SLOWEST_NANOS = Duration.ofSeconds(5).toNanos();
  private static final String[] SEEDS = {
    "terasort-chain.xml", "every-kind.xml", "branches.xml", "parent/workflow.xml"
  };
  private static final String[] TOKENS = {
    "${",
    "}",
    "${nameNode}",
    "${wf:conf('",
    "${concat(",
    "')}",
    "${x ? y : z}",
    "#{",
    "\\${",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?xml",
    "?>",
    "<!DOCTYPE x [",
    "&amp;",
    "&x;",
    "&#0;",
    "<action name=\"a\">",
    "</action>",
    "<fork name=\"f\">",
    "<path start=\"a\"/>",
    "<prepare>",
    "<delete path=\"/out\"/>",
    "to=\"end\"",
    "name=\"\"",
    "xmlns=\"\"",
    "/",
    "..",
    "//",
    ":",
    "{",
    ",",
    "*",
    "[a-",
    "hdfs://",
    "s3a://b/",
    "-D",
    "-f",
    "--target-dir",
    "\"",
    "'",
    "<",
    ">",
    "\0",
    "\uFEFF",
    "\ud800",
    "%",
    "(",
    ")",
    "!",
    "not ",
    "->",
    "sub-workflow",
    "<app-path>.</app-path>",
    "<propagate-configuration/>",
    "tierline.reads",
    "mapred.input.dir",
    "{{",
    "{%"
  };
  private static final Map<String, String> PROPERTIES =
      Map.of("nameNode", "hdfs://nn", "x", "${y}", "y", "${x}", "day", "${concat(x, '1')}");

  private final long seed = Long.getLong("tierline.fuzz.seed", 20_261_120L);
  private final Random random = new Random(seed);

  @Test
  void everyMutantIsReadOrRefusedWithOneLine() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : SEEDS) {
      try (InputStream in = OozieWorkflowFuzz.class.getResourceAsStream(name)) {
        seeds.add(in.readAllBytes());
      }
    }
    int read = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = seeds.get(random.nextInt(seeds.size()));
      for (int m = 1 + random.nextInt(3); m > 0; m--) {
        input = mutate(input);
      }
      read += tryToRead(input, i) ? 1 : 0;
    }
    System.out.printf("seed %d: %d of %d mutants read%n", seed, read, INPUTS);
    assertThat(read).as("mutants that still are workflows").isBetween(INPUTS / 100, INPUTS);
  }

  private boolean tryToRead(byte[] input, int number) {
    long start = ThreadTime.nanos();
    try {
      var workflow = new OozieWorkflowSource("w.xml", input, PROPERTIES, this::beside).read("id");
      TaskGraph.of(List.of(workflow));
      return true;
    } catch (LineageException refused) {
      assertThat(refused.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(2_000);
      return false;
    } catch (RuntimeException | StackOverflowError crash) {
      throw new AssertionError(
          "seed %d, input %d: %s"
              .formatted(seed, number, new String(input, StandardCharsets.UTF_8)),
          crash);
    } finally {
      assertThat(ThreadTime.nanos() - start)
          .as("seed %d, input %d", seed, number)
          .isLessThan(SLOWEST_NANOS);
    }
  }

  /** A sub-workflow now and then, and a configuration that is none. */
  private Optional<byte[]> beside(String path) {
    if (path.endsWith("child/workflow.xml")) {
      return Optional.of(Workflows.action("<fs/>").getBytes(StandardCharsets.UTF_8));
    }
    return path.endsWith("job.xml")
        ? Optional.of("<configuration".getBytes(StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private byte[] mutate(byte[] input) {
    if (input.length < 2) {
      return input;
    }
    return switch (random.nextInt(14)) {
      case 8, 9, 10, 11, 12, 13 -> withText(input);
      case 0 -> flipped(input);
      case 1 -> Arrays.copyOf(input, random.nextInt(input.length));
      case 2, 3 -> withToken(input);
      case 4 -> tagChanged(input, Tag.DOUBLE);
      case 5 -> tagChanged(input, Tag.REMOVE);
      case 6 -> tagChanged(input, Tag.SWAP);
      default -> spliced(input);
    };
  }

  private enum Tag {
    DOUBLE,
    REMOVE,
    SWAP
  }

  private byte[] flipped(byte[] input) {
    byte[] copy = input.clone();
    copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
    return copy;
  }

  private byte[] withToken(byte[] input) {
    byte[] token = TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
    int at = random.nextInt(input.length);
    int skipped = random.nextBoolean() ? 0 : Math.min(token.length, input.length - at);
    return joined(input, 0, at, token, input, at + skipped, input.length);
  }

  /** Puts a token into a value, where it spoils no markup. */
  private byte[] withText(byte[] input) {
    String token = TOKENS[random.nextInt(TOKENS.length)].replaceAll("[<>&\"\0\ud800]", "");
    int at = random.nextInt(input.length);
    while (at < input.length - 1 && (input[at] != '/' && input[at] != '{')) {
      at++;
    }
    boolean closing =
        input[at - (at > 0 ? 1 : 0)] == '<' || input[at + (at + 1 < input.length ? 1 : 0)] == '>';
    return closing
        ? input
        : joined(input, 0, at, token.getBytes(StandardCharsets.UTF_8), input, at, input.length);
  }

  private byte[] spliced(byte[] input) {
    int from = random.nextInt(input.length);
    int to = from + random.nextInt(Math.min(400, input.length - from));
    int at = random.nextInt(input.length);
    return joined(input, 0, at, Arrays.copyOfRange(input, from, to), input, at, input.length);
  }

  private byte[] tagChanged(byte[] input, Tag change) {
    int[] first = tag(input);
    if (first == null) {
      return input;
    }
    byte[] tag = Arrays.copyOfRange(input, first[0], first[1]);
    return switch (change) {
      case DOUBLE -> joined(input, 0, first[1], tag, input, first[1], input.length);
      case REMOVE -> joined(input, 0, first[0], new byte[0], input, first[1], input.length);
      case SWAP -> {
        int[] second = tag(input);
        yield second == null
            ? input
            : joined(input, 0, second[0], tag, input, second[1], input.length);
      }
    };
  }

  /** Start and end of some tag. */
  private int[] tag(byte[] input) {
    int start = random.nextInt(input.length);
    while (start < input.length && input[start] != '<') {
      start++;
    }
    int end = start;
    while (end < input.length && input[end] != '>') {
      end++;
    }
    return end < input.length ? new int[] {start, end + 1} : null;
  }

  private static byte[] joined(
      byte[] head, int from, int to, byte[] middle, byte[] tail, int tailFrom, int tailTo) {
    byte[] all = new byte[to - from + middle.length + Math.max(0, tailTo - tailFrom)];
    System.arraycopy(head, from, all, 0, to - from);
    System.arraycopy(middle, 0, all, to - from, middle.length);
    System.arraycopy(
        tail, tailFrom, all, to - from + middle.length, Math.max(0, tailTo - tailFrom));
    return all;
  }
}
