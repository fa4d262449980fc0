/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static io.tierline.ldm.oozie.Workflows.action;
import static io.tierline.ldm.oozie.Workflows.notes;
import static io.tierline.ldm.oozie.Workflows.read;
import static io.tierline.ldm.oozie.Workflows.refusal;
import static io.tierline.ldm.oozie.Workflows.uses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.xml.XmlReader;
import io.tierline.ldm.testing.ThreadTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UntrustedInputTest {
  /** Of processor time. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  @Test
  void anExternalEntityIsNeverRead(@TempDir Path directory) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "the-secret");
    String declared =
        "<!DOCTYPE w [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>\n" + action("<fs>&x;</fs>");
    assertThat(refusal(declared)).isEqualTo("w.xml:1: a DOCTYPE is not allowed in a workflow");
    assertThat(refusal(action("<fs>&x;</fs>"))).doesNotContain("the-secret");
    String external = "<!DOCTYPE w SYSTEM '" + secret.toUri() + "'>" + action("<fs/>");
    assertThat(refusal(external)).isEqualTo("w.xml:1: a DOCTYPE is not allowed in a workflow");
    String parameter =
        "<!DOCTYPE w [<!ENTITY % p SYSTEM '" + secret.toUri() + "'> %p;]>" + action("<fs/>");
    assertThat(refusal(parameter)).isEqualTo("w.xml:1: a DOCTYPE is not allowed in a workflow");
  }

  @Test
  void entitiesThatMultiplyAreRefusedAtOnce() {
    StringBuilder laughs = new StringBuilder("<!DOCTYPE w [<!ENTITY a0 'ha'>");
    for (int i = 1; i < 40; i++) {
      laughs.append("<!ENTITY a%d '&a%d;&a%d;&a%d;'>".formatted(i, i - 1, i - 1, i - 1));
    }
    String xml = laughs + "]>" + action("<fs>&a39;</fs>");
    ThreadTime.assertWithin(
        SHORT,
        () ->
            assertThat(refusal(xml)).isEqualTo("w.xml:1: a DOCTYPE is not allowed in a workflow"));
  }

  @Test
  void expressionsReachNothingButPropertiesAndFunctions() throws LineageException {
    for (String expression :
        new String[] {
          "Runtime.getRuntime()",
          "''.class",
          "''.getClass().forName('java.lang.Runtime')",
          "System.exit(1)",
          "java.lang.System.getenv('PATH')",
          "T(java.lang.Runtime)",
          "Integer.MAX_VALUE",
          "Integer('1')",
          "x = 1",
          "user.name",
          "[1,2].stream().count()",
          "(x -> x)(1)",
          "f = (x -> f(x)); f(1)",
          "empty pageContext.request"
        }) {
      Workflow workflow =
          read(action("<git><destination-uri>/d/${" + expression + "}</destination-uri></git>"));
      assertThat(uses(workflow, "a")).as(expression).containsExactly("w /d/${" + expression + "}");
      assertThat(notes(workflow)).as(expression).hasSize(1);
    }
  }

  @Test
  void hugeExpressionsAreNotParsed() {
    for (String expression :
        new String[] {
          "(".repeat(100_000) + "1" + ")".repeat(100_000),
          "!".repeat(100_000) + "true",
          "(".repeat(900) + "1" + ")".repeat(900),
          "!".repeat(1_900) + "true",
          "not ".repeat(500) + "true",
          "empty ".repeat(300) + "x",
          "a?b:".repeat(500) + "c",
          "concat(".repeat(280) + "'a'" + ",'b')".repeat(280)
        }) {
      ThreadTime.assertWithin(
          SHORT,
          () ->
              read(
                  action("<git><destination-uri>/d/${" + expression + "}</destination-uri></git>")
                      .replace("&", "&amp;")
                      .replace("->", "-&gt;")));
    }
  }

  @Test
  void nestedAndManyElementsAreRefused() {
    assertThat(refusal("<workflow-app>" + "<a>".repeat(10_000)))
        .isEqualTo("w.xml:1: elements are nested more than 100 deep");
    assertThat(refusal("<workflow-app>" + "<a/>".repeat(200_001)))
        .isEqualTo("w.xml:1: there are more than 200000 elements");
    assertThat(refusal(new byte[XmlReader.BYTES_MAX + 1]))
        .isEqualTo("w.xml: 4194305 bytes are too many; at most 4194304");
  }

  @Test
  void aHugeAttributeIsNoProblem() {
    String path = "/x".repeat(1_000_000);
    ThreadTime.assertWithin(
        SHORT, () -> read(action("<fs><move source='" + path + "' target='/y'/></fs>")));
  }

  @Test
  void propertiesThatMultiplyStayBounded() {
    Map<String, String> properties = new HashMap<>();
    properties.put("p0", "/x");
    for (int i = 1; i < 1_000; i++) {
      properties.put("p" + i, "${p%d}${p%d}".formatted(i - 1, i - 1));
    }
    ThreadTime.assertWithin(
        SHORT,
        () -> {
          for (int i : new int[] {13, 30, 49, 60, 999}) {
            Workflow workflow =
                read(
                    action("<git><destination-uri>${p" + i + "}</destination-uri></git>"),
                    properties);
            assertThat(notes(workflow)).isNotEmpty();
          }
        });
  }

  @Test
  void thousandsOfGlobsAreRefused() {
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      arguments.append("<arg>/a*/").append(i).append("?</arg>");
    }
    ThreadTime.assertWithin(
        SHORT,
        () ->
            assertThat(refusal(action("<distcp>" + arguments + "</distcp>")))
                .isEqualTo("w.xml:2: more than 2000 uses of datasets"));
  }

  @Test
  void aPathOfManyBracesTakesLittleTime() {
    String path = "/${a".repeat(1_900) + "}".repeat(400);
    ThreadTime.assertWithin(
        SHORT, () -> read(action("<fs><move source='" + path + "' target='/y'/></fs>")));
  }

  @Test
  void wideDecisionsAndForksTakeLittleTime() {
    for (String around : new String[] {"fork", "decision"}) {
      StringBuilder nodes = new StringBuilder("<start to='x'/>");
      StringBuilder ways = new StringBuilder();
      for (int i = 0; i < 900; i++) {
        ways.append(
            around.equals("fork")
                ? "<path start='a%d'/>".formatted(i)
                : "<case to='a%d'>t</case>".formatted(i));
        nodes.append("<action name='a%d'><fs/><ok to='j'/><error to='k'/></action>".formatted(i));
      }
      nodes.append(
          around.equals("fork")
              ? "<fork name='x'>" + ways + "</fork><join name='j' to='e'/>"
              : "<decision name='x'><switch>"
                  + ways
                  + "<default to='j'/></switch></decision>"
                  + "<action name='j'><fs/><ok to='e'/><error to='k'/></action>");
      nodes.append("<kill name='k'/><end name='e'/>");
      ThreadTime.assertWithin(SHORT, () -> read(Workflows.definition(nodes.toString())));
    }
  }

  @Test
  void aFileOfPropertiesMayBeHostileToo() throws LineageException {
    assertThatThrownBy(
            () ->
                JobProperties.read(
                    "p", "<!DOCTYPE c []><configuration/>".getBytes(StandardCharsets.UTF_8)))
        .hasMessage("p:1: a DOCTYPE is not allowed in a workflow");
    assertThatThrownBy(() -> JobProperties.read("p", "<x/>".getBytes(StandardCharsets.UTF_8)))
        .hasMessage("p:1: not a Hadoop configuration: the root element is <x>");
    assertThatThrownBy(() -> JobProperties.read("p", "a=\\u00zz".getBytes(StandardCharsets.UTF_8)))
        .hasMessageStartingWith("p: not a file of properties: ");
    assertThatThrownBy(() -> JobProperties.read("p", new byte[XmlReader.BYTES_MAX + 1]))
        .hasMessageStartingWith("p: ");
    assertThat(JobProperties.read("p", "\uFEFFa = b \n#c\n".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Map.of("a", "b"));
    assertThat(JobProperties.read("p", new byte[] {'a', '=', (byte) 0xfc}))
        .isEqualTo(Map.of("a", "\u00fc"));
    assertThat(
            JobProperties.read(
                "p",
                ("<configuration><property><name>n</name><value> v </value></property>"
                        + "<property><name/><value>v</value></property>"
                        + "<property><name>m</name></property></configuration>")
                    .getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Map.of("n", "v"));
  }
}
