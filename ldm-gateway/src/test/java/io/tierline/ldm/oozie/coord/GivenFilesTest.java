/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.oozie.coord.GivenFiles.Match;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GivenFilesTest {
  private static GivenFiles of(String... names) {
    GivenFiles files = new GivenFiles(FileKind.WORKFLOW);
    List.of(names).forEach(files::add);
    return files;
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "hdfs://nn:8020/apps/a/workflow.xml, a/workflow.xml",
        "/apps/a, a/workflow.xml",
        "/apps/a/, a/workflow.xml",
        "${nameNode}/x/b, y/b/workflow.xml",
        "/apps/b/special.xml, y/b/special.xml",
        "${apps}/special.xml, y/b/special.xml",
        "${dir}, c/wf.xml",
        "${dir}/workflow.xml, none",
        "/q/workflow.xml, none",
        "/apps/q, none",
        "'', c/wf.xml"
      })
  void theFileWhoseEndIsMostAlikeIsMeant(String path, String file) {
    GivenFiles files = of("a/workflow.xml", "y/b/workflow.xml", "y/b/special.xml", "c/wf.xml");
    assertThat(files.find(path, "c/coordinator.xml").file()).isEqualTo(file);
  }

  @Test
  void ofSeveralTheOneBesideIsMeantElseNone() {
    GivenFiles files = of("p/a/workflow.xml", "q/a/workflow.xml");
    assertThat(files.find("/a/workflow.xml", "q/a/coordinator.xml").file())
        .isEqualTo("q/a/workflow.xml");
    assertThat(files.find("/a", "z/coordinator.xml").why())
        .isEqualTo("several files may be meant: p/a/workflow.xml, q/a/workflow.xml");
    assertThat(files.find("/p/a", "z/coordinator.xml").file()).isEqualTo("p/a/workflow.xml");
  }

  @Test
  void whatIsAssumedIsSaid() {
    assertThat(of("c/w.xml").find("${dir}", "c/coordinator.xml").why())
        .contains("the only such file beside it is taken");
    assertThat(of("w/workflow.xml").find("${dir}/workflow.xml", "c/c.xml").file())
        .isEqualTo("w/workflow.xml");
    assertThat(of("/").find("x", "y").file()).isNull();
  }

  @Test
  void aDirectoryThatNoneIsAlikeMayBeWhereTheFilesBesideWereCopied() {
    GivenFiles files = of("oozie/workflow.xml", "oozie/other.xml");
    assertThat(files.find("/user/etl/daily", "oozie/coordinator.xml"))
        .isEqualTo(
            new Match(
                "oozie/workflow.xml", "no file at hand ends like it; the one beside is taken"));
    assertThat(files.find("/user/etl/daily.xml", "oozie/coordinator.xml").file()).isNull();
    assertThat(files.find("/user/etl/daily", "elsewhere/coordinator.xml").file()).isNull();
  }

  private static PropertyScopes scopes(String... files) {
    PropertyScopes scopes = new PropertyScopes();
    for (String file : files) {
      scopes.add(file, Map.of("from", file, file, "set"));
    }
    scopes.addDefinition("a/b/coordinator.xml");
    scopes.addDefinition("a/b/workflow.xml");
    scopes.addDefinition("c/coordinator.xml");
    return scopes;
  }

  private static String highest(PropertyScopes scopes, String definition) {
    return scopes.of(definition, Map.of()).get("from");
  }

  @Test
  void nearerPropertiesStandAboveFartherOnes() {
    PropertyScopes scopes =
        scopes(
            "conf/job.properties",
            "a/x.properties",
            "a/b/x.properties",
            "a/b/coordinator.properties",
            "c/own.properties");
    assertThat(highest(scopes, "a/b/coordinator.xml")).isEqualTo("a/b/coordinator.properties");
    assertThat(highest(scopes, "a/b/workflow.xml")).isEqualTo("a/b/x.properties");
    assertThat(scopes.of("a/b/workflow.xml", Map.of("from", "common")))
        .containsEntry("from", "common")
        .containsEntry("a/x.properties", "set")
        .containsEntry("conf/job.properties", "set")
        .doesNotContainKey("c/own.properties");
    scopes.owns("c/own.properties", "a/b/workflow.xml");
    assertThat(highest(scopes, "a/b/workflow.xml")).isEqualTo("c/own.properties");
    assertThat(scopes.isSubmitted("a/b/workflow.xml")).isTrue();
    assertThat(scopes.isSubmitted("c/coordinator.xml")).isFalse();
  }
}
