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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that adds the command to Hadoop's shell, beside stand-ins for that shell's parts. */
class ShellProfileTest {
  private static final String COMMAND = "class " + LdmAdmin.class.getName();
  private static final String DAEMON =
      "class "
          + LineageGateway.class.getName()
          + ", daemon true, -XX:TieredStopAtLevel=1"
          + " -XX:+UseSerialGC -Xmx1g";
  private static final Path PROFILE = Path.of("../conf/shellprofile.d/tierline-ldm.sh");

  private static final String NO_ARCHIVE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ";

  @TempDir private Path folder;

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
    return output(script);
  }

  private static String output(String script) throws IOException, InterruptedException {
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

  /** Hadoop would refuse it as a second daemon while the gateway runs. */
  @Test
  void apiKeysAreMadeBesideTheDaemon() throws Exception {
    String script =
        """
        set -eu
        HADOOP_SHELL_EXECNAME=none
        . "%s"
        hdfs_subcommand_lineagegateway -newApiKey ann
        printf 'class %%s, daemon %%s\n' \
          "$HADOOP_CLASSNAME" "${HADOOP_SUBCMD_SUPPORTDAEMONIZATION:-no}"
        """
            .formatted(PROFILE.toAbsolutePath());
    assertThat(output(script).strip())
        .isEqualTo("class " + LineageGateway.class.getName() + ", daemon no");
  }

  @Test
  void answersAreNotMixedWithTheLogUnlessItIsAskedFor() throws Exception {
    String script =
        """
        set -eu
        HADOOP_SHELL_EXECNAME=none
        . "%s"
        for HADOOP_ROOT_LOGGER in INFO,console DEBUG,console INFO,RFA; do
          hdfs_subcommand_ldm
          printf '%%s\n' "$HADOOP_ROOT_LOGGER"
        done
        """
            .formatted(PROFILE.toAbsolutePath());
    assertThat(output(script).lines()).containsExactly("WARN,console", "DEBUG,console", "INFO,RFA");
  }

  @Test
  void otherCommandsDoNotListIt() throws Exception {
    assertThat(sourcedBy("yarn").lines()).containsExactly(COMMAND, DAEMON);
  }

  /** The daemon's options and class path beside a jar, folders and what stands in hadoop-env.sh. */
  private List<String> started(String environment) throws Exception {
    Files.createDirectories(folder.resolve("conf"));
    Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/a.jar"), "");
    String script =
        """
        set -eu
        cd "%s"
        HADOOP_SHELL_EXECNAME=hdfs
        HADOOP_CONF_DIR=$PWD/conf
        CLASSPATH=$PWD:$PWD/lib/*
        %s
        hadoop_add_subcommand() { :; }
        hadoop_error() { printf '%%s\n' "$*"; }
        . "%s"
        hdfs_subcommand_lineagegateway
        printf '%%s\n%%s\n' "$HDFS_LINEAGEGATEWAY_OPTS" "$CLASSPATH"
        """
            .formatted(folder, environment, PROFILE.toAbsolutePath());
    return output(script).replace(folder.toString(), "").lines().toList();
  }

  @Test
  void archiveOfClassesIsLeftWhereThereIsNone() throws Exception {
    assertThat(started("")).containsExactly(NO_ARCHIVE, ":/lib/*");
    String leaves =
        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions"
            + " -XX:ArchiveClassesAtExit=/classes ";
    String named = "TIERLINE_GATEWAY_CLASSES=$PWD/classes";
    assertThat(started(named)).as("folders come last").containsExactly(leaves, "/lib/*:/conf:");
    Path archive = Files.write(folder.resolve("classes"), new byte[8]);
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().plusSeconds(3_600)));
    assertThat(started(named)).as("half written").containsExactly(leaves, "/lib/*:/conf:");
    Files.write(archive, new byte[] {1, 2, 3, 4});
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    assertThat(started(named)).as("of other jars").containsExactly(leaves, "/lib/*:/conf:");
  }

  @Test
  void archiveOfClassesIsUsedWhileItsJarsStay() throws Exception {
    Path archive = Files.write(folder.resolve("classes"), new byte[] {1, 2, 3, 4});
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().plusSeconds(3_600)));
    assertThat(started("TIERLINE_GATEWAY_CLASSES=$PWD/classes").get(0))
        .endsWith(" -XX:SharedArchiveFile=/classes ");
  }

  @Test
  void archiveThatOthersMayWriteIsNotUsed() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(started("TIERLINE_GATEWAY_CLASSES=$PWD/classes"))
        .containsExactly(
            "WARNING:  is not this user's alone: /classes is not used.", NO_ARCHIVE, ":/lib/*");
  }

  @Test
  void collectorThatIsGivenIsTheOnlyOne() throws Exception {
    assertThat(started("HADOOP_OPTS=-XX:+UseZGC").get(0)).isEqualTo("-XX:TieredStopAtLevel=1 ");
  }
}
