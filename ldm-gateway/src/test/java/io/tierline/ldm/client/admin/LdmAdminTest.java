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

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({
    "404, text/html, '<html>\n<head><title>Error 404</title></head>\n</html>'",
    "404, text/plain, 'It looks like you are making an HTTP request to a Hadoop IPC port.'",
    "200, text/html, '<html>another page</html>'"
  })
  void serverWithoutLdmIsToldOfInOneLine(int status, String type, String body) throws Exception {
    HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", type);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    other.start();
    try {
      String address = "127.0.0.1:" + other.getAddress().getPort();
      assertThat(run("-reconfig", "http://" + address)).isEqualTo(LdmAdmin.REFUSED);
      assertThat(err.toString().lines())
          .hasSize(1)
          .first()
          .asString()
          .contains(address + " has no LDM: it is not a NameNode's web address, or")
          .contains("or LDM did not start there")
          .doesNotContain("<");
    } finally {
      other.stop(0);
    }
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
