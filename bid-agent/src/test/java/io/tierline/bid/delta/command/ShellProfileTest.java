/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The file that adds hdfs biddelta to Hadoop's shell, beside stand-ins for that shell's parts. */
class ShellProfileTest {
  private static final Path PROFILE = Path.of("../conf/shellprofile.d/tierline-bid.sh");

  private static List<String> sourcedBy(String command, String logger) throws Exception {
    String script =
        """
        set -eu
        HADOOP_SHELL_EXECNAME=%s
        HADOOP_ROOT_LOGGER=%s
        hadoop_add_subcommand() { printf 'added %%s as %%s\n' "$1" "$2"; }
        . "%s"
        hdfs_subcommand_biddelta
        printf '%%s %%s\n' "$HADOOP_CLASSNAME" "$HADOOP_ROOT_LOGGER"
        """
            .formatted(command, logger, PROFILE.toAbsolutePath());
    Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  @Test
  void hdfsGetsTheCommandAndNoOther() throws Exception {
    String started = BidDelta.class.getName() + " ";
    assertThat(sourcedBy("hdfs", "INFO,console"))
        .containsExactly("added biddelta as admin", started + "WARN,console");
    assertThat(sourcedBy("yarn", "INFO,RFA")).containsExactly(started + "INFO,RFA");
  }
}
