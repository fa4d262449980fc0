/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static io.tierline.ldm.oozie.Workflows.definition;
import static io.tierline.ldm.oozie.Workflows.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.LineageException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static final String END = "\n<end name='e'/>";

  @Test
  void otherDocumentsAreCalledWhatTheyAre() {
    assertThat(refusal("<coordinator-app xmlns='uri:oozie:coordinator:0.4'/>"))
        .isEqualTo("w.xml:1: this is an Oozie coordinator (<coordinator-app>), not a workflow");
    assertThat(refusal("\n<bundle-app/>"))
        .isEqualTo("w.xml:2: this is an Oozie bundle (<bundle-app>), not a workflow");
    assertThat(refusal("<configuration/>"))
        .isEqualTo("w.xml:1: this is a Hadoop configuration (<configuration>), not a workflow");
    assertThat(refusal("<flow/>"))
        .isEqualTo(
            "w.xml:1: not an Oozie workflow: the root element is <flow>, not <workflow-app>");
  }

  @Test
  void whatIsNotXmlIsRefusedWithLineAndReason() {
    assertThat(refusal("")).isEqualTo("w.xml:1: the file is empty");
    assertThat(refusal(" \n ")).isEqualTo("w.xml:1: the file is empty");
    assertThat(refusal("key=value"))
        .isEqualTo(
            "w.xml:1: not well-formed XML: text stands before the first element"
                + " (the file does not start with '<')");
    assertThat(refusal("<workflow-app>\n<start>\n</workflow-app>"))
        .isEqualTo(
            "w.xml:3: not well-formed XML: The element type \"start\" must be terminated by the"
                + " matching end-tag \"</start>\".");
    assertThat(refusal("\n<?xml version='1.0'?><workflow-app/>"))
        .isEqualTo("w.xml:2: not well-formed XML: the XML declaration is not at the very start");
    assertThat(refusal("<workflow-app/>\n<workflow-app/>"))
        .isEqualTo("w.xml:2: not well-formed XML: more follows after the root element");
    assertThat(refusal("<!-- only this -->"))
        .isEqualTo("w.xml:1: not well-formed XML: it ends before its first element");
    assertThat(refusal("<workflow-app><sla:info/></workflow-app>"))
        .isEqualTo("w.xml:1: not well-formed XML: a prefix is not declared: sla, sla:info");
  }

  @Test
  void aTemplateIsCalledATemplate() {
    assertThat(refusal("<workflow-app>\n{% if x %}<a{{ name }}/>{% endif %}</workflow-app>"))
        .endsWith("(it holds '{%' on line 2: a Jinja template that is not filled in?)");
    assertThat(refusal("{% set x = 1 %}\n<workflow-app/>"))
        .isEqualTo(
            "w.xml:1: not well-formed XML: text stands before the first element (the file does"
                + " not start with '<') (it holds '{%' on line 1: a Jinja template that is not"
                + " filled in?)");
    assertThat(refusal("<workflow-app><#list a as b></workflow-app>")).contains("FreeMarker");
  }

  @Test
  void aWorkflowNeedsItsParts() {
    assertThat(refusal(definition(END))).isEqualTo("w.xml:1: the workflow has no <start>");
    assertThat(refusal(definition("<start to='e'/>")))
        .isEqualTo("w.xml:1: the workflow has no <end>");
    assertThat(refusal(definition("<start/>" + END)))
        .isEqualTo("w.xml:2: <start> does not say where it leads: it has no 'to'");
    assertThat(refusal(definition("<start to='e'/>\n<start to='e'/>" + END)))
        .isEqualTo("w.xml:3: a second <start>; the first is on line 2");
    assertThat(refusal(definition("<start to='e'/><hop name='h'/>" + END)))
        .isEqualTo("w.xml:2: <hop> is not an element of a workflow");
    assertThat(refusal(definition("<start to='e'/>\n<kill/>" + END)))
        .isEqualTo("w.xml:3: <kill> has no name");
    assertThat(refusal(definition("<start to='e'/>\n<kill name='${x}'/>" + END)))
        .isEqualTo(
            "w.xml:3: '${x}' cannot name a node: a name starts with a letter or '_' and goes on"
                + " with letters, digits, '_' and '-'");
    assertThat(refusal(definition("<start to='e'/><kill name='k'/>\n<kill name='k'/>" + END)))
        .isEqualTo("w.xml:3: node 'k' is defined twice, first on line 2");
    assertThat(refusal(definition("<start to='e'/>" + END + "\n<kill name='k'/>")))
        .isEqualTo("w.xml:4: node 'k' stands after <end>, where Oozie takes none");
  }

  @Test
  void nodesNeedTheirWays() {
    assertThat(refusal(definition("<start to='e'/><fork name='f'/>" + END)))
        .isEqualTo("w.xml:2: fork 'f' has no <path>");
    assertThat(refusal(definition("<start to='e'/><fork name='f'><path/></fork>" + END)))
        .isEqualTo("w.xml:2: <path> of 'f' does not say where it leads: it has no 'start'");
    assertThat(refusal(definition("<start to='e'/><decision name='d'/>" + END)))
        .isEqualTo("w.xml:2: decision 'd' has no <switch>");
    assertThat(refusal(definition("<start to='e'/><decision name='d'><switch/></decision>" + END)))
        .isEqualTo("w.xml:2: decision 'd' has no <default>");
    assertThat(refusal(definition("<start to='e'/><action name='a'/>" + END)))
        .isEqualTo("w.xml:2: action 'a' does nothing: it has no body");
    assertThat(refusal(definition("<start to='e'/><action name='a'><fs/><pig/></action>" + END)))
        .isEqualTo("w.xml:2: action 'a' has two bodies: <fs> and <pig>");
    assertThat(refusal(definition("<start to='e'/><action name='a'><fs/></action>" + END)))
        .isEqualTo("w.xml:2: action 'a' has no <ok> transition");
    assertThat(
            refusal(definition("<start to='e'/><action name='a'><fs/><ok to='e'/></action>" + END)))
        .isEqualTo("w.xml:2: action 'a' has no <error> transition");
  }

  @Test
  void transitionsLeadToNodes() {
    assertThat(refusal(definition("<start to='x'/>" + END)))
        .isEqualTo("w.xml:2: the start leads to 'x', which is not defined");
    assertThat(refusal(definition("<start to='j'/>\n<join name='j' to=':start:'/>" + END)))
        .isEqualTo("w.xml:3: 'j' leads to ':start:', which is not defined");
    assertThat(refusal(definition("<start to='j'/>\n<join name='j' to='${next}'/>" + END)))
        .isEqualTo(
            "w.xml:3: 'j' leads to '${next}', which is no node:"
                + " Oozie evaluates no expressions in transitions");
  }

  @Test
  void circlesAreNamed() {
    String circle =
        "<start to='a'/>\n<action name='a'><fs/><ok to='b'/><error to='e'/></action>"
            + "\n<action name='b'><fs/><ok to='e'/><error to='a'/></action>";
    assertThat(refusal(definition(circle + END)))
        .isEqualTo("w.xml:4: the workflow runs in a circle: a -> b -> a");
    assertThat(refusal(definition("<start to='e'/>\n<join name='j' to='j'/>" + END)))
        .isEqualTo("w.xml:3: the workflow runs in a circle: j -> j");
  }

  @Test
  void numbersAreBounded() {
    StringBuilder nodes = new StringBuilder("<start to='e'/>");
    for (int i = 0; i <= DefinitionReader.NODES_MAX; i++) {
      nodes.append("<kill name='k").append(i).append("'/>");
    }
    assertThat(refusal(definition(nodes + END)))
        .isEqualTo("w.xml:2: there are more than 1000 nodes");
    String cases = "<case to='e'/>".repeat(DefinitionReader.TRANSITIONS_MAX);
    String decision =
        "<decision name='d'><switch>" + cases + "<default to='e'/></switch></decision>";
    assertThat(refusal(definition("<start to='d'/>" + decision + END)))
        .isEqualTo("w.xml:2: there are more than 10000 transitions");
  }

  @Test
  void aMessageIsOneLineOfBoundedLength() {
    String long1 = "x\u2028".repeat(1_000);
    assertThat(refusal(definition("<start to='" + long1 + "'/>" + END)))
        .hasSizeLessThan(600)
        .doesNotContain("\u2028");
  }

  @Test
  void encodingsAreThoseOfXml() throws LineageException {
    String xml = Workflows.action("<fs/>").replace("name=\"w\"", "name=\"\u00fc\"");
    for (Charset charset :
        new Charset[] {
          StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE
        }) {
      assertThat(name(xml.getBytes(charset))).isEqualTo("\u00fc");
      assertThat(name(("\uFEFF" + xml).getBytes(charset))).isEqualTo("\u00fc");
    }
    String latin = "<?xml version='1.0' encoding='ISO-8859-1'?>" + xml;
    assertThat(name(latin.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo("\u00fc");
    String wrong = "<?xml version='1.0' encoding='UTF-16'?>" + xml;
    assertThat(name(wrong.getBytes(StandardCharsets.UTF_8))).isEqualTo("\u00fc");
  }

  private static String name(byte[] xml) throws LineageException {
    return Workflows.read("w.xml", xml, Map.of(), AppFiles.none()).name();
  }

  @Test
  void faultsOnWhichTheParserFailsAreRefusedToo() {
    assertThat(refusal("<!DOCTYPE x [p \u0001"))
        .isEqualTo("w.xml:1: not well-formed XML: the parser stops here (InvalidCharInDTD)");
  }

  @Test
  void encodingsThatNobodyKnowsAreRefused() {
    assertThat(refusal("<?xml version='1.0' encoding='no-such'?><x/>"))
        .isEqualTo("w.xml:1: encoding 'no-such' is not known");
  }

  @Test
  void bytesThatAreNoTextAreReadAsOozieReadsThem() throws LineageException {
    String xml =
        "<!-- caf\u00e9 --><workflow-app name='caf\u00e9' xmlns='uri:oozie:workflow:0.1'>"
            + "<start to='e'/><end name='e'/></workflow-app>";
    assertThat(name(xml.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo("caf\uFFFD");
  }
}
