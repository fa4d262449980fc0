/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.CLEAN;
import static io.tierline.ldm.oozie.coord.HourlyChain.END;
import static io.tierline.ldm.oozie.coord.HourlyChain.HOURS;
import static io.tierline.ldm.oozie.coord.HourlyChain.NAME_NODE;
import static io.tierline.ldm.oozie.coord.HourlyChain.NOW;
import static io.tierline.ldm.oozie.coord.HourlyChain.RAW;
import static io.tierline.ldm.oozie.coord.HourlyChain.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.oozie.el.Unresolved;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a coordinator hands to the workflows of its actions. */
class ActionConfigurationTest {
  @Test
  void anExpressionThatComputesWithADateIsEvaluatedForEachAction() {
    String computing =
        Plans.copyWorkflow().replace("${out}", "/sum/${hour + 1}/${concat(out, '')}");
    String coordinator =
        Plans.coordinator(
            "c",
            HOURS,
            START,
            END,
            Plans.datasets(RAW)
                + Plans.reads("raw", NOW)
                + Plans.action(
                    "/apps/c",
                    "in",
                    "${coord:dataIn('in')}",
                    "out",
                    "x${coord:formatTime(coord:nominalTime(), 'HH')}",
                    "hour",
                    "${coord:formatTime(coord:nominalTime(), 'H')}"));
    JointPlan plan =
        Plans.with("c/coordinator.xml", coordinator)
            .and("c/workflow.xml", computing)
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.paths(plan)).contains("/sum/1/x00", "/sum/2/x01", "/sum/3/x02");
  }

  @Test
  void theFunctionsOfAnActionAreThoseOfOozie() {
    String coordinator =
        Plans.coordinator(
            "c",
            "${coord:days(1)}",
            "2026-03-09T07:00Z",
            "2026-03-09T08:00Z",
            "America/Los_Angeles",
            Plans.action(
                "/apps/c",
                "in",
                "/in/${coord:name()}/${coord:user()}/${coord:conf('key')}"
                    + "/${coord:formatTime(coord:dateOffset(coord:nominalTime(), -1, 'MONTH'),"
                    + " 'yyyyMMdd')}",
                "out",
                "/out/${coord:dateTzOffset(coord:actualTime(), 'America/Los_Angeles')}"
                    + "/${coord:epochTime(coord:nominalTime(), 'false')}"));
    JointPlan plan =
        Plans.with("c/coordinator.xml", coordinator)
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(Map.of("nameNode", "hdfs://nn", "user.name", "ann", "key", "k"))
            .plan();
    assertThat(Plans.paths(plan))
        .containsExactlyInAnyOrder("/in/c/ann/k/20260209", "/out/2026-03-09T00:00Z/1773039600");
    assertThat(plan.findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${coord:formatTime('x', 'yyyy')}",
        "${coord:formatTime(coord:nominalTime(), 'bbb')}",
        "${coord:dateOffset(coord:nominalTime(), 1, 'AGE')}",
        "${coord:dateTzOffset(coord:nominalTime(), 'Mars')}",
        "${coord:actionId()}",
        "${coord:dataIn('none')}",
        "${coord:hours(1)}",
        "${coord:current(0)}",
        "${coord:tzOffset()}",
        "${coord:tableIn('out')}"
      })
  void aValueThatIsNotKnownStaysAsWritten(String expression) {
    JointPlan plan =
        Plans.with(
                "c/coordinator.xml",
                Plans.coordinator(
                    "c",
                    HOURS,
                    START,
                    END,
                    Plans.datasets(CLEAN)
                        + Plans.writes("clean", NOW)
                        + Plans.action("/apps/c", "in", "/in/" + expression, "out", "/out")))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.subjects(plan)).contains(expression);
    assertThat(Plans.paths(plan)).contains("/in/" + expression);
  }

  @Test
  void partitionsOfTablesAreNamedByTheirFunctions() {
    String table =
        Plans.dataset("raw", HOURS, START, "hcat://meta:9083/db/logs/dt=${DAY};hour=${HOUR}");
    String coordinator =
        Plans.coordinator(
            "c",
            HOURS,
            START,
            END,
            Plans.datasets(table)
                + Plans.readsRange("raw", "${coord:current(0)}", "${coord:current(1)}")
                + Plans.action(
                    "/apps/c",
                    "in",
                    "/in/${coord:databaseIn('in')}/${coord:tableIn('in')}"
                        + "/${coord:dataInPartitionMin('in', 'hour')}"
                        + "/${coord:dataInPartitionMax('in', 'hour')}",
                    "out",
                    "/out/${coord:dataInPartitionFilter('in', 'pig')}"
                        + "/${coord:dataInPartitions('in', 'hive-export')}"));
    JointPlan plan =
        Plans.with("c/coordinator.xml", coordinator)
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.paths(plan))
        .contains(
            "/in/db/logs/00/01",
            "hcat://meta:9083/db/logs/dt=01;hour=00",
            "/out/(dt=='01' AND hour=='01') OR (dt=='01' AND hour=='00')/dt='01',hour='01'");
  }

  @Test
  void whatIsNoPartitionOfATableHasNoneOfItsParts() {
    List<String> one = List.of("hcat://m:9083/db/t/dt=1;x");
    HcatTables tables = new HcatTables(one);
    assertThat(tables.call("databaseOut", "")).isEqualTo("db");
    assertThat(tables.call("tableOut", "")).isEqualTo("t");
    assertThat(tables.call("dataInPartitionFilter", "java")).isEqualTo("(dt='1' AND x='x')");
    assertThat(tables.call("dataOutPartitions", "")).isEqualTo("dt='1',x='x'");
    assertThat(tables.call("dataOutPartitionValue", "dt")).isEqualTo("1");
    assertThatExceptionOfType(Unresolved.class)
        .isThrownBy(() -> tables.call("dataInPartitionMin", "none"));
    assertThatExceptionOfType(Unresolved.class).isThrownBy(() -> tables.call("other", ""));
    for (List<String> none : List.of(List.<String>of(), List.of("/x"), List.of("hcat://m/db"))) {
      assertThatExceptionOfType(Unresolved.class).isThrownBy(() -> new HcatTables(none));
    }
  }

  @Test
  void aMonthOfHoursReachesTheWorkflowHoweverLongItsList() {
    String place = "${nameNode}/a/rather/long/place/for/data/${YEAR}/${MONTH}/${DAY}/${HOUR}";
    String datasets =
        Plans.datasets(
            Plans.dataset("raw", HOURS, "2026-01-01T00:00Z", place),
            Plans.dataset("more", HOURS, "2026-01-01T00:00Z", place + "/more"));
    String month =
        "<start-instance>${coord:current(-743)}</start-instance><end-instance>"
            + NOW
            + "</end-instance></data-in>";
    String events =
        "<input-events><data-in name='in' dataset='raw'>"
            + month
            + "<data-in name='also' dataset='more'>"
            + month
            + "</input-events>";
    String action =
        Plans.action(
            "/apps/copy",
            "in",
            "${coord:dataIn('in')},${coord:dataIn('also')}",
            "out",
            "/months/${coord:formatTime(coord:nominalTime(), 'yyyy-MM')}");
    JointPlan plan =
        Plans.with(
                "c.xml",
                Plans.coordinator(
                    "c",
                    "${coord:months(1)}",
                    "2026-04-01T00:00Z",
                    "2026-04-02T00:00Z",
                    datasets + events + action))
            .and("copy/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.workflows().get(0).jobs().get(0).reads()).hasSize(2 * 744);
    assertThat(plan.blocks().vertices()).hasSize(2 * 744 + 1);
  }
}
