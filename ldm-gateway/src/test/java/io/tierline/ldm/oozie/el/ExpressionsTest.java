/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionsTest {
  private static final Facts FACTS = new Facts("flow", "kim", "staff", "/apps/flow");
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "base", "/data",
          "dir", "${base}/in",
          "queue.name", "fast",
          "loop", "${pool}",
          "pool", "${loop}",
          "half", "${base}/${unknown}",
          "KB", "mine",
          "dash-ed", "d");

  private static Resolved resolve(String text) {
    return new Expressions(FACTS, Map.of("given", "${as} is"), PROPERTIES).resolve(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plain | plain",
        "${base} | /data",
        "${ dir }/x | /data/in/x",
        "${queue.name} | fast",
        "${dash-ed} | d",
        "${KB} | 1024",
        "${2 * MB} | 2097152",
        "${given} | ${as} is",
        "a${base}b${base} | a/datab/data",
        "#{base} | #{base}",
        "\\${base} | ${base}",
        "${ | ${",
        "${base | ${base",
        "${'}'} | }",
        "${'it\\'s'} | it's",
        "${wf:conf('dir')} | /data/in",
        "${wf:conf(\"base\")} | /data",
        "${wf:name()}.${wf:user()}.${wf:group()}${wf:appPath()} | flow.kim.staff/apps/flow",
        "${concat(base, concat('/', 'x'))} | /data/x",
        "${firstNotNull(base, 'other')} | /data",
        "${firstNotNull(null, 'other')} | other",
        "${trim('  x ')} | x",
        "${urlEncode('a b/c')} | a+b%2Fc",
        "${replaceAll(dir, '/+', '.')} | .data.in",
        "${replaceAll('abc', '(b)', '[$1]')} | a[b]c",
        "${replaceAll(null, 'a', 'b')} | ``",
        "${appendAll('/a,/b', '/x', ',')} | /a/x,/b/x",
        "${appendAll(null, 'a', 'b')} | ``",
        "${base eq '/data' ? 'yes' : 'no'} | yes",
        "${base == '/data' and not empty base} | true",
        "${1 + 2} | 3",
      })
  void isEvaluated(String text, String expected) {
    Resolved resolved = resolve(text);
    assertThat(resolved.text()).isEqualTo(expected == null ? "" : expected);
    assertThat(resolved.isComplete()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "${nothing} | property 'nothing' is not set",
        "${wf:conf('nothing')} | property 'nothing' is not set",
        "${wf:id()} | wf:id() is known only when the workflow runs",
        "${timestamp()} | timestamp() is known only when the workflow runs",
        "${fs:exists('/x')} | fs:exists() is known only when the workflow runs",
        "${wf:actionData('a')['k']} | wf:actionData() is known only when the workflow runs",
        "${hadoop:counters('a')['g']['c']} | hadoop:counters() is known only when the workflow runs",
        "${concat(half, 'x')} | property 'half' is not fully known",
        "${concat(given, 'x')} | property 'given' is not fully known",
        "${a b} | it is not an expression that Oozie knows",
        "${} | it is not an expression that Oozie knows",
        "${1/} | it is not an expression that Oozie knows",
        "${base.length()} | methods of a value cannot be called",
        "${base['x']} | members of a value cannot be reached",
        "${base = 1} | properties cannot be set",
        "${(x -> x)(1)} | lambda expressions are not evaluated",
        "${replaceAll('a', '(', 'b')} | '(' is not a regular expression",
        "${replaceAll('a', 'a', '$7')} | the replacement '$7' names no group",
        "${replaceAll('a', '(a{100}){100}', 'b')} | the regular expression is too large",
        "${replaceAll('a', 'a{10000}', 'b')} | the regular expression is too large",
        "${replaceAll('a', 'a{99999}', 'b')} | the regular expression is too large",
      })
  void staysAsWritten(String text, String reason) {
    Resolved resolved = resolve(text);
    assertThat(resolved.text()).isEqualTo(text);
    assertThat(resolved.unresolved()).isEqualTo(Map.of(text, reason));
    assertThat(resolved.isComplete()).isFalse();
  }

  @Test
  void aPartlyKnownPropertyIsFilledInAsFarAsItGoes() {
    Resolved resolved = resolve("${half}/x");
    assertThat(resolved.text()).isEqualTo("/data/${unknown}/x");
    assertThat(resolved.unresolved()).containsOnlyKeys("${unknown}");
  }

  @Test
  void propertiesThatReferToEachOtherStayAsWritten() {
    Resolved resolved = resolve("${loop}");
    assertThat(resolved.text()).isEqualTo("${loop}");
    assertThat(resolved.unresolved())
        .isEqualTo(Map.of("${loop}", "property 'loop' refers to itself"));
    assertThat(resolve("${loop eq 'x'}").unresolved())
        .containsValue("property 'loop' is not fully known");
  }

  @Test
  void whatIsNotKnownOfTheWorkflowSaysWhichPropertyIsMissing() {
    Expressions expressions = new Expressions(Facts.NONE, Map.of(), Map.of());
    assertThat(expressions.resolve("${wf:user()}").unresolved())
        .containsValue("property 'user.name' is not set");
    assertThat(expressions.resolve("${wf:group()}").unresolved())
        .containsValue("property 'group.name' is not set");
    assertThat(expressions.resolve("${wf:appPath()}").unresolved())
        .containsValue("property 'oozie.wf.application.path' is not set");
    assertThat(expressions.resolve("${wf:name()}").unresolved())
        .containsValue("the workflow's name is not known");
    assertThat(expressions.facts()).isEqualTo(Facts.NONE);
  }

  @Test
  void resultsAreBounded() {
    Map<String, String> properties = new HashMap<>();
    properties.put("wide", "ab,".repeat(4_000));
    Expressions expressions = new Expressions(FACTS, Map.of(), properties);
    for (String text :
        new String[] {
          "${concat(wide, wide)}",
          "${urlEncode(concat(wide, 'x'))}",
          "${replaceAll(wide, 'a', wide)}",
          "${replaceAll(wide, 'a', 'xyzu')}",
          "${appendAll(wide, wide, ',')}",
          "${wide += wide}",
        }) {
      assertThat(expressions.resolve(text).text()).as(text).isEqualTo(text);
      assertThat(expressions.resolve(text).unresolved()).containsValue(Expressions.TOO_LONG);
    }
    assertThat(expressions.resolve("${wide}${wide}").text()).isEqualTo("${wide}${wide}");
  }

  @Test
  void aTextWithTooManyExpressionsIsLeftAlone() {
    Expressions expressions = new Expressions(FACTS, Map.of(), Map.of("e", ""));
    Resolved resolved = expressions.resolve("${e}".repeat(10_001));
    assertThat(resolved.unresolved()).containsValue("the properties refer to each other too often");
  }

  @Test
  void allPropertiesCanBeHandedDown() {
    Map<String, String> all =
        new Expressions(FACTS, Map.of("base", "/other"), PROPERTIES).allProperties();
    assertThat(all).containsEntry("dir", "/other/in").containsEntry("base", "/other");
    assertThat(new Expressions(FACTS, Map.of(), PROPERTIES).property("dir"))
        .map(Resolved::text)
        .contains("/data/in");
    assertThat(new Expressions(FACTS, Map.of(), PROPERTIES).property("none")).isEmpty();
  }
}
