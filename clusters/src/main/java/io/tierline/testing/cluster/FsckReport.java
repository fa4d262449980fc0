/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;

/**
 * What {@code hdfs fsck} says about a path.
 *
 * @param healthy its own verdict: nothing corrupt, nothing missing
 * @param corruptFiles files that it names as corrupt or as missing blocks
 * @param underReplicated files with too few replicas, once per block
 * @param misReplicated files that break the rack rule, once per block
 * @param text the whole output
 */
public record FsckReport(
    boolean healthy,
    List<String> corruptFiles,
    List<String> underReplicated,
    List<String> misReplicated,
    String text) {
  private static final Pattern CORRUPT = Pattern.compile("(?m)^(/.*?): (?:CORRUPT|MISSING) ");
  private static final Pattern UNDER = Pattern.compile("(?m)^(/.*?):\\s+Under replicated ");
  private static final Pattern MISPLACED =
      Pattern.compile("(?m)^(/.*?):\\s+Replica placement policy is violated ");

  /** Runs fsck on the path and everything below it. */
  public static FsckReport of(Configuration conf, Path path) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      ToolRunner.run(new DFSck(conf, print), new String[] {path.toUri().getPath()});
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("fsck of " + path + " failed: " + e.getMessage(), e);
    }
    return parse(out.toString(StandardCharsets.UTF_8));
  }

  static FsckReport parse(String text) {
    return new FsckReport(
        text.contains("is HEALTHY"),
        files(CORRUPT, text),
        files(UNDER, text),
        files(MISPLACED, text),
        text);
  }

  private static List<String> files(Pattern pattern, String text) {
    return pattern
        .matcher(text.replaceAll("(?m)^\\.+(?=/)", ""))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /**
   * True when nothing is wrong with any data file. TeraSort asks for ten replicas of its partition
   * file whatever the cluster has; hidden files like that one are not counted as under-replicated.
   */
  public boolean isClean() {
    return healthy
        && corruptFiles.isEmpty()
        && misReplicated.isEmpty()
        && underReplicated.stream().allMatch(file -> new Path(file).getName().startsWith("_"));
  }
}
