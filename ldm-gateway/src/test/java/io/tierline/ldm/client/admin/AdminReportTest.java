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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminReportTest {
  private static String report(BiConsumer<JsonNode, PrintWriter> report, String json)
      throws Exception {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    report.accept(new ObjectMapper().readTree(json), out);
    out.flush();
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1610612736, 1.5 GiB",
    "9223372036854775807, 8.0 EiB"
  })
  void bytesHaveTheLargestUnitThatFits(long bytes, String text) {
    assertThat(AdminReport.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void emptyListSaysSo() throws Exception {
    assertThat(report(AdminReport::workflows, "{\"workflows\": []}"))
        .isEqualToIgnoringNewLines("no workflow is registered that you may see");
  }

  @Test
  void endedJobsAreTold() throws Exception {
    String text =
        report(
            AdminReport::workflow,
            """
            {"id": "w", "name": "n", "owner": "ann", "finished": ["make"],
             "lineage": {"jobs": [
               {"name": "make", "type": "spark"}, {"name": "use", "after": ["make"]}]},
             "datasets": [{"path": "/d", "managed": true, "reusability": 1, "slack": 0,
               "lineageQuotient": 0.5, "writers": ["w/make"], "readers": ["w/use"]}]}
            """);
    assertThat(text.lines().map(line -> line.trim().replaceAll(" +", " ")))
        .contains(
            "w: workflow 'n' of ann",
            "make spark ended",
            "use to run make",
            "/d 1 0 0.500 w/make w/use");
  }

  @Test
  void decisionsAreToldAsTheyWereTakenBesideWhatIsTrueNow() throws Exception {
    String text =
        report(
            AdminReport::explanation,
            """
            {"path": "/d", "managed": true, "at": "2026-03-01T00:00:20Z", "why": "R = 0",
             "dataset": {"path": "/d", "managed": true}, "decisions": [
               {"at": "2026-03-01T00:00:00Z", "path": "/d/0", "why": "R = 1",
                "plan": [{"medium": "SSD"}, {"medium": "DISK"}]},
               {"path": "/d/1"}, {"path": "/d/2"}, {"path": "/d/3"}, {"path": "/d/4"}]}
            """);
    assertThat(text)
        .startsWith("/d: now, at 2026-03-01T00:00:20Z: R = 0")
        .containsIgnoringNewLines(
            "decided at 2026-03-01T00:00:00Z for /d/0, SSD, DISK, because: R = 1")
        .contains("and 2 earlier")
        .doesNotContain("/d/3");
    assertThat(text.lines()).allMatch(line -> line.length() <= LdmAdmin.WIDTH);
  }

  @Test
  void unmanagedPathIsExplainedWithoutAPlan() throws Exception {
    String text =
        report(
            AdminReport::explanation,
            """
            {"path": "/x", "managed": false, "why": "nobody writes it", "blocks": [
              {"block": "blk_1", "bytes": 2048, "storages": ["DISK a:1", "SSD b:1"]}]}
            """);
    assertThat(text)
        .startsWith("/x: nobody writes it")
        .contains("2.0 KiB", "DISK a:1, SSD b:1")
        .doesNotContain("Datasets", "A block written now");
  }

  @Test
  void statusShowsEveryTier() throws Exception {
    String text =
        report(
            AdminReport::status,
            """
            {"placement": true, "readsByRating": false, "workflows": 2, "nodes": 4, "racks": 2,
             "state": {"mode": "READY"},
             "tiers": [{"medium": "SSD", "capacityBytes": 1073741824, "remainingBytes": 1048576,
               "nodesWithRoom": 3, "admissionThreshold": 0.25,
               "volumes": 4, "volumesMeasured": 1, "ratingNodeMibPerSecond": 499.6}]}
            """);
    assertThat(text.lines().map(line -> line.trim().replaceAll(" +", " ")))
        .contains(
            "placement on, reads by rating off, 2 workflows, 4 nodes in 2 racks",
            "lineage READY",
            "SSD 1.0 GiB 1.0 MiB 3 0.250 500 1 of 4");
  }

  @Test
  void unknownKeysAndNoChangesAreSaid() throws Exception {
    String unknown =
        """
        {"changes": [], "tiers": [],
         "unknownKeys": [{"key": "tierline.ldm.admin", "nearest": "tierline.ldm.admins"},
                         {"key": "tierline.x", "nearest": ""}]}
        """;
    String first = "unknown key tierline.ldm.admin, which has no effect; do you mean";
    String second = "unknown key tierline.x, which has no effect";
    assertThat(report(AdminReport::status, unknown)).contains(first, second);
    assertThat(report(AdminReport::reconfiguration, unknown))
        .contains("no changes: what is stored is in force", first, second);
  }

  @Test
  void planTellsCostStateAndMoves() throws Exception {
    String text =
        report(
            PlanReport::plan,
            """
            {"id": "p1", "by": "ann", "state": "APPLYING", "note": "", "moves": 2,
             "statuses": {"DONE": 1, "WAITING": 1, "FAILED": 0}, "bytes": 2048, "ssdBytes": 1024,
             "seconds": 3.2, "entries": [{"status": "DONE", "fromHost": "a:1", "toHost": "b:1",
               "move": {"file": "/d/a", "block": 7,
               "from": "DISK", "fromNode": "uuid", "to": "SSD", "toNode": "uuid", "bytes": 1024,
               "reason": "read in 60 s"}}]}
            """);
    assertThat(text.lines().map(line -> line.trim().replaceAll(" +", " ")))
        .contains(
            "plan p1 of ann is APPLYING: 2 moves, 2.0 KiB, of which 1.0 KiB onto SSDs, about",
            "3 s (1 done, 1 waiting)",
            "/d/a 7 DISK a:1 SSD b:1 1.0 KiB done read in 60 s");
  }

  @Test
  void noPlanSaysSo() throws Exception {
    assertThat(report(PlanReport::plans, "{\"plans\": []}"))
        .isEqualToIgnoringNewLines("no plan has been made");
  }

  @Test
  void devicesTellWhetherTheyWereMeasured() throws Exception {
    String text =
        report(
            DeviceReportTable::devices,
            """
            {"devices": [
              {"address": "a:1", "rack": "/r", "medium": "SSD", "storage": "DS-1",
               "source": "measured", "ageSeconds": 12.4, "ratingNodeMibPerSecond": 410.6,
               "ratingRackMibPerSecond": 400, "ratingRemoteMibPerSecond": 300},
              {"address": "a:1", "rack": "/r", "medium": "DISK", "storage": "DS-2",
               "source": "typical", "ratingNodeMibPerSecond": 148}]}
            """);
    assertThat(text.lines().map(line -> line.trim().replaceAll(" +", " ")))
        .contains(
            "a:1 /r SSD DS-1 411 400 300 measured 12 s ago", "a:1 /r DISK DS-2 148 0 0 typical");
    assertThat(report(DeviceReportTable::devices, "{\"devices\": []}"))
        .isEqualToIgnoringNewLines("no DataNode is in service");
  }

  @Test
  void whatIfTellsCostGainAndFill() throws Exception {
    String text =
        report(
            WhatIfReport::whatIf,
            """
            {"of": "workflow w", "complete": false, "moves": 2, "skipped": 1, "bytes": 2048, "ssdBytes": 1024,
             "copySeconds": 3.2, "throttledSeconds": 7.6, "savedSeconds": 1.25,
             "jobs": [{"job": "w/use", "bytes": 2048, "secondsNow": 2, "secondsThen": 0.75,
               "savedSeconds": 1.25}],
             "tiers": [{"medium": "SSD", "capacityBytes": 4096, "usedBytesNow": 1024,
               "usedBytesThen": 2048}, {"medium": "DISK"}],
             "writes": [{"path": "/out", "reusability": 1, "media": ["SSD", "DISK"],
               "ssdBytesPerBlock": 1024, "savedSecondsPerBlock": 0.61}]}
            """);
    assertThat(text.lines().map(line -> line.trim().replaceAll(" +", " ")))
        .contains(
            "workflow w: 2 moves (1 are not to be made), 2.0 KiB, of which 1.0 KiB onto SSDs;",
            "about 3 s of copying, at least 8 s as throttled; saves jobs 1.3 s of reading",
            "more blocks than are looked at (tierline.ldm.migration.survey.max-blocks): figures are of"
                + " a part",
            "w/use 2.0 KiB 2.00 s 0.75 s 1.25 s",
            "SSD 4.0 KiB 1.0 KiB (25.0 %) 2.0 KiB (50.0 %)",
            "DISK 0 B 0 B (0.0 %) 0 B (0.0 %)",
            "/out 1 SSD, DISK 1.0 KiB 0.61 s");
  }

  @Test
  void uninstallationSaysHowFarItIsAndWhatToDoThen() throws Exception {
    assertThat(
            report(
                UninstallReport::uninstall,
                """
                {"state": "UNDER_WAY", "workflowsLeft": 3, "storagePoliciesLeft": 2,
                 "trouble": "safe mode"}
                """))
        .isEqualToIgnoringNewLines(
            "3 workflows to withdraw, 2 storage policies to restore; waits: safe mode");
    assertThat(
            report(
                    UninstallReport::uninstall,
                    """
                    {"state": "DONE", "text": "now take the keys out",
                     "directoriesWithFastReplicas": ["/a", "/b\\u001b"]}
                    """)
                .lines())
        .containsExactly(
            "now take the keys out",
            "2 directories may have replicas on SSDs; hdfs mover -p brings them down:",
            "  /a",
            "  /b\\u001b");
  }

  @Test
  void shadowReportTellsWhatWouldHaveBeen() throws Exception {
    String text =
        report(
            ShadowReport::shadow,
            """
            {"shadow": true, "since": "2026-11-21T00:00:00Z", "readsReordered": 4,
             "total": {"blocks": 5, "blocksFast": 3, "blocksNoRoom": 1, "bytesFast": 2048,
               "readsFast": 6, "movesUp": 1, "movesDown": 3, "fastBytesWritten": 4096},
             "users": [{"user": "ann", "blocks": 5, "blocksFast": 3, "readsFast": 6, "movesUp": 1,
               "movesDown": 3, "fastBytesWritten": 4096}],
             "datasets": [{"dataset": "/a", "user": "ann", "blocks": 5, "blocksFast": 3}]}
            """);
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "since 2026-11-21T00:00:00Z LDM would have given 3 of 5 new blocks a fast replica"
                + " (2.0 KiB; 1 more had there been room)",
            "moved 1 replicas up and 3 down, and written 4.0 KiB to fast tiers",
            "led 4 reads to another replica",
            "ann 3 5 6 4 4.0 KiB",
            "/a 3 5 0 0 0 B");
    assertThat(text.lines()).allMatch(line -> line.length() <= LdmAdmin.WIDTH);
  }

  @Test
  void timeThatIsLeftHasTwoUnitsAtTheMost() {
    Instant now = Instant.parse("2026-11-21T00:00:00Z");
    assertThat(AdminReport.until(TextNode.valueOf("2026-11-27T03:10:00Z"), now))
        .isEqualTo("6 d 3 h");
    assertThat(AdminReport.until(TextNode.valueOf("2026-11-21T03:10:00Z"), now))
        .isEqualTo("3 h 10 min");
    assertThat(AdminReport.until(TextNode.valueOf("2026-11-21T00:10:30Z"), now))
        .isEqualTo("10 min");
    assertThat(AdminReport.until(TextNode.valueOf("2026-11-20T00:10:30Z"), now)).isEqualTo("1 min");
    assertThat(AdminReport.until(MissingNode.getInstance(), now)).isEqualTo("-");
  }
}
