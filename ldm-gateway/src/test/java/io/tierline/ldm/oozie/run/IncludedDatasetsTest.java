/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Coordinators whose datasets stand in files that they include. */
class IncludedDatasetsTest {
  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final String ID = "0-oozie-C";
  private static final Uses FIRST_HOUR =
      Uses.of(
          List.of(DatasetPath.of("/hours/2026112200", "")),
          List.of(DatasetPath.of("/out/2026112200", "")));

  private final OozieCoordinator server = new OozieCoordinator(ID).next(START);
  private final Map<String, byte[]> files = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private IOException failure = new FileNotFoundException("there is no such file");

  private byte[] included(String path, String user, int most) throws IOException {
    asked.add(user + " " + path);
    if (!files.containsKey(path)) {
      throw failure;
    }
    if (files.get(path).length == 0) {
      throw new IOException("no live DataNode has it");
    }
    if (files.get(path).length > most) {
      throw new LineageException("it is too large");
    }
    return files.get(path);
  }

  private FollowedCoordinator including(String path) throws Exception {
    FollowedCoordinator included =
        new FollowedCoordinator(
            ID, OozieCoordinator.including(path), new ObservedRuns(), this::included);
    included.update(server.status(), 0);
    return included;
  }

  private List<Observation> coming(FollowedCoordinator followed) throws Exception {
    return followed.news(server.status(), START.plus(Duration.ofHours(1)), 100, 20_000).coming();
  }

  @Test
  void includedDatasetsAreReadAsItsUser() throws Exception {
    server.property("dir", "hdfs://nn/app");
    files.put("hdfs://nn/app/datasets.xml", OozieCoordinator.datasets());
    FollowedCoordinator followed = including("${dir}/datasets.xml");
    assertThat(asked).containsExactly("ann hdfs://nn/app/datasets.xml");
    assertThat(coming(followed))
        .singleElement()
        .extracting(Observation::uses)
        .isEqualTo(FIRST_HOUR);
    assertThat(followed.findings()).isEmpty();
    followed.update(server.status(), 0);
    assertThat(asked).hasSize(1);
  }

  @Test
  void includedFilesMayIncludeOthers() throws Exception {
    files.put(
        "/a.xml",
        "<datasets><include>/b.xml</include><include>/a.xml</include></datasets>".getBytes());
    files.put("/b.xml", OozieCoordinator.datasets());
    assertThat(coming(including("/a.xml")).get(0).uses()).isEqualTo(FIRST_HOUR);
    assertThat(asked).containsExactly("ann /a.xml", "ann /b.xml");
  }

  @Test
  void includedFileThatCannotBeReadIsAFindingAndIsTriedAgain() throws Exception {
    failure = new IOException("the DataNode does not answer");
    FollowedCoordinator followed = including("/datasets.xml");
    assertThat(coming(followed)).singleElement().extracting(Observation::uses).isEqualTo(Uses.NONE);
    assertThat(followed.findings())
        .extracting(Finding::subject)
        .contains("/datasets.xml", "hours", "out");
    assertThat(followed.findings().get(0).why()).endsWith("the DataNode does not answer");
    files.put("/datasets.xml", OozieCoordinator.datasets());
    followed.update(server.status(), MINUTE);
    assertThat(followed.findings()).isEmpty();
    assertThat(coming(followed).get(0).uses()).isEqualTo(FIRST_HOUR);
  }

  private static byte[] includes(String... paths) {
    return ("<datasets><include>"
            + String.join("</include><include>", paths)
            + "</include>"
            + "</datasets>")
        .getBytes();
  }

  @Test
  void noMoreIncludedFilesAreTriedOnceOneCannotBeReadNow() throws Exception {
    files.put("/all.xml", includes("/gone.xml", "/silent.xml", "/datasets.xml"));
    files.put("/silent.xml", new byte[0]);
    files.put("/datasets.xml", OozieCoordinator.datasets());
    FollowedCoordinator followed = including("/all.xml");
    assertThat(asked).containsExactly("ann /all.xml", "ann /gone.xml", "ann /silent.xml");
    assertThat(followed.findings())
        .filteredOn(finding -> finding.subject().equals("/datasets.xml"))
        .singleElement()
        .extracting(Finding::why)
        .asString()
        .contains("/silent.xml could not be read");
    files.put("/silent.xml", OozieCoordinator.datasets());
    followed.update(server.status(), MINUTE);
    assertThat(asked).contains("ann /datasets.xml");
    assertThat(coming(followed).get(0).uses()).isEqualTo(FIRST_HOUR);
  }

  @Test
  void bytesOfAllIncludedFilesAreBounded() throws Exception {
    files.put("/all.xml", includes("/a.xml", "/b.xml", "/datasets.xml"));
    byte[] large = ("<datasets>" + " ".repeat(3 << 20) + "</datasets>").getBytes();
    files.put("/a.xml", large);
    files.put("/b.xml", large);
    files.put("/datasets.xml", OozieCoordinator.datasets());
    FollowedCoordinator followed = including("/all.xml");
    assertThat(coming(followed).get(0).uses()).isEqualTo(FIRST_HOUR);
    assertThat(followed.findings()).extracting(Finding::subject).containsExactly("/b.xml");
  }

  private static byte[] datasets(String prefix, int count) {
    StringBuilder all = new StringBuilder("<datasets>");
    for (int i = 0; i < count; i++) {
      all.append(
          "<dataset name='%s%d'><uri-template>/x</uri-template></dataset>".formatted(prefix, i));
    }
    return all.append("</datasets>").toString().getBytes();
  }

  @Test
  void datasetsOfAllIncludedFilesAreBounded() throws Exception {
    files.put("/all.xml", includes("/a.xml", "/b.xml", "/datasets.xml"));
    files.put("/a.xml", datasets("a", 3_000));
    files.put("/b.xml", datasets("b", 2_001));
    files.put("/datasets.xml", OozieCoordinator.datasets());
    FollowedCoordinator followed = including("/all.xml");
    assertThat(coming(followed).get(0).uses()).isEqualTo(FIRST_HOUR);
    assertThat(followed.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.subject()).isEqualTo("/b.xml");
              assertThat(finding.why()).contains("more than 5000 datasets in all");
            });
  }

  @Test
  void includedFileIsTriedAgainLessAndLessOften() throws Exception {
    failure = new IOException("the DataNode does not answer");
    FollowedCoordinator followed = including("/datasets.xml");
    List<Observation> before = coming(followed);
    long made = asked.size();
    for (long minute = 1; minute < 64; minute++) {
      followed.update(server.status(), minute * MINUTE);
    }
    assertThat(asked.size() - made).as("after 1, 3, 7, 15, 31 and 63 minutes").isEqualTo(6);
    for (long minute = 64; minute < 64 + 10 * 60; minute++) {
      followed.update(server.status(), minute * MINUTE);
    }
    assertThat(asked.size() - made).as("and each hour").isEqualTo(6 + 10);
    // What was made is not made again for it.
    assertThat(coming(followed).get(0)).isSameAs(before.get(0));
  }

  @Test
  void includedFileThatCanNeverBeReadIsNotTriedAgain() throws Exception {
    files.put("/workflow.xml", "<workflow-app/>".getBytes());
    files.put("/broken.xml", "<datasets>".getBytes());
    for (String path : List.of("/none.xml", "/workflow.xml", "/broken.xml")) {
      FollowedCoordinator followed = including(path);
      asked.clear();
      followed.update(server.status(), 1_000 * MINUTE);
      assertThat(asked).as(path).isEmpty();
      assertThat(followed.findings().get(0).subject()).isEqualTo(path);
    }
    failure = new LineageException("it is no file of this cluster's file system");
    FollowedCoordinator elsewhere = including("s3a://b/d.xml");
    asked.clear();
    elsewhere.update(server.status(), 1_000 * MINUTE);
    assertThat(asked).isEmpty();
  }
}
