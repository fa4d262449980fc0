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

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code hdfs ldm} says before it asks any NameNode. */
class LdmAdminTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) throws Exception {
    LdmAdmin admin = new LdmAdmin(new PrintStream(out), new PrintStream(err));
    return ToolRunner.run(new Configuration(), admin, arguments);
  }

  @Test
  void helpListsEveryCommand() throws Exception {
    assertThat(run("-help")).isEqualTo(LdmAdmin.DONE);
    String text = out.toString().replaceAll("\\s+", " ");
    for (AdminCommand command : AdminCommand.values()) {
      assertThat(text).contains(command.usage()).contains(command.purpose());
    }
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= LdmAdmin.WIDTH);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-help -undo", "-undo -help", "--help -undo", "-undo -h"})
  void helpOfOneCommandTellsOfThatOne(String line) throws Exception {
    assertThat(run(line.split(" "))).isEqualTo(LdmAdmin.DONE);
    assertThat(out.toString().lines())
        .containsExactly("Usage: hdfs ldm -undo ID [-json]", "move back what a plan has moved");
    assertThat(run("-help", "-frobnicate")).isEqualTo(LdmAdmin.WRONG_USAGE);
  }

  @Test
  void nothingAskedIsAWrongCommandLine() throws Exception {
    assertThat(run()).isEqualTo(LdmAdmin.WRONG_USAGE);
    assertThat(err.toString()).contains("Usage: hdfs ldm");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void unknownCommandIsNamed() throws Exception {
    assertThat(run("-frobnicate")).isEqualTo(LdmAdmin.WRONG_USAGE);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("'-frobnicate'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-list x", "-show", "-finished id", "-register", "-register a b c"})
  void wrongNumberOfArgumentsShowsTheRightOne(String line) throws Exception {
    assertThat(run(line.split(" "))).isEqualTo(LdmAdmin.WRONG_USAGE);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("usage: hdfs ldm -");
  }

  @Test
  void nameNodeThatCannotBeReachedIsNamed() throws Exception {
    assertThat(run("-reconfig", "http://127.0.0.1:1")).isEqualTo(LdmAdmin.REFUSED);
    assertThat(err.toString().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("127.0.0.1:1 cannot be reached");
  }

  @Test
  void anotherFileSystemIsRefusedInOneLine() throws Exception {
    assertThat(run("-fs", "file:///", "-status")).isEqualTo(LdmAdmin.REFUSED);
    assertThat(err.toString().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("file:///")
        .contains("not an HDFS");
  }
}
