/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.gateway.LineageGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The file that adds the command to Hadoop's shell, beside stand-ins for that shell's parts. */
class ShellProfileTest {
  private static final String COMMAND = "class " + LdmAdmin.class.getName();
  private static final String DAEMON =
      "class " + LineageGateway.class.getName() + ", daemon true, -XX:TieredStopAtLevel=1 -Xmx1g";
  private static final Path PROFILE = Path.of("../conf/shellprofile.d/tierline-ldm.sh");

  private static String sourcedBy(String command) throws IOException, InterruptedException {
    String script =
        """
        set -eu
        HADOOP_SHELL_EXECNAME=%s
        HDFS_LINEAGEGATEWAY_OPTS=-Xmx1g
        hadoop_add_subcommand() { printf 'added %%s as %%s\n' "$1" "$2"; }
        . "%s"
        hdfs_subcommand_ldm
        printf 'class %%s\n' "$HADOOP_CLASSNAME"
        hdfs_subcommand_lineagegateway
        printf 'class %%s, daemon %%s, %%s\n' \
          "$HADOOP_CLASSNAME" "$HADOOP_SUBCMD_SUPPORTDAEMONIZATION" "$HDFS_LINEAGEGATEWAY_OPTS"
        """
            .formatted(command, PROFILE.toAbsolutePath());
    Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void hdfsGetsTheCommand() throws Exception {
    assertThat(sourcedBy("hdfs").lines())
        .containsExactly("added ldm as admin", "added lineagegateway as daemon", COMMAND, DAEMON);
  }

  @Test
  void otherCommandsDoNotListIt() throws Exception {
    assertThat(sourcedBy("yarn").lines()).containsExactly(COMMAND, DAEMON);
  }
}
