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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JointGraph.Kind;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.el.Unresolved;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JointPlanTest {
  private static final String START = "2026-03-01T00:00Z";
  private static final String END = "2026-03-01T03:00Z";
  private static final String HOURS = "${coord:hours(1)}";
  private static final String NOW = "${coord:current(0)}";
  private static final String RAW =
      Plans.dataset("raw", HOURS, START, "${nameNode}/raw/${DAY}/${HOUR}");
  private static final String CLEAN =
      Plans.dataset("clean", HOURS, START, "${nameNode}/clean/${DAY}/${HOUR}");
  private static final Map<String, String> NAME_NODE = Map.of("nameNode", "hdfs://nn:8020");

  private static String maker(String name) {
    return Plans.coordinator(
        name,
        HOURS,
        START,
        END,
        Plans.datasets(RAW) + Plans.writes("raw", NOW) + Plans.action("/apps/make"));
  }

  private static String cleaner(String appPath) {
    return Plans.coordinator(
        "clean",
        HOURS,
        START,
        END,
        Plans.datasets(RAW, CLEAN)
            + Plans.reads("raw", NOW)
            + Plans.writes("clean", NOW)
            + Plans.action(
                appPath, "in", "${coord:dataIn('in')}", "out", "${coord:dataOut('out')}"));
  }

  private static List<String> edges(JointPlan plan) {
    return plan.tasks().edges().stream()
        .filter(e -> e.kind() == TaskGraph.EdgeKind.DATA)
        .map(e -> e.from() + " > " + e.to() + " " + e.dataset())
        .toList();
  }

  @Test
  void coordinatorsFeedEachOtherInstanceByInstance() {
    JointPlan plan =
        Plans.with("m/coordinator.xml", maker("make"))
            .and("c/coordinator.xml", cleaner("${nameNode}/apps/c"))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(edges(plan))
        .containsExactly(
            "make@2026-03-01T00:00Z/workflow > clean@2026-03-01T00:00Z/copy /raw/01/00",
            "make@2026-03-01T01:00Z/workflow > clean@2026-03-01T01:00Z/copy /raw/01/01",
            "make@2026-03-01T02:00Z/workflow > clean@2026-03-01T02:00Z/copy /raw/01/02");
    assertThat(Plans.paths(plan))
        .containsExactlyInAnyOrder(
            "/raw/01/00",
            "/raw/01/01",
            "/raw/01/02",
            "/clean/01/00",
            "/clean/01/01",
            "/clean/01/02");
    Vertex vertex = Plans.vertex(plan, "/raw/01/01");
    assertThat(Plans.uses(vertex)).containsExactly("2026-03-01T01:00Z");
    assertThat(plan.clashes()).isEmpty();
    assertThat(Plans.subjects(plan)).containsExactly("/apps/make");
    Run run = plan.files().get(1).runs().get(0);
    assertThat(run.workflow()).isEqualTo("c/workflow.xml");
    assertThat(run.actions()).isEqualTo(3);
    assertThat(run.frequency()).isEqualTo("every hour");
  }

  @Test
  void whatIsNotGivenStaysAsWrittenAndIsListed() {
    JointPlan plan = Plans.with("c.xml", cleaner("${apps}/clean")).plan();
    assertThat(Plans.paths(plan)).contains("/raw/01/00", "/clean/01/02");
    assertThat(Plans.subjects(plan)).contains("${nameNode}", "${apps}");
  }

  @Test
  void withoutItsTimesACoordinatorIsOneActionOverItsTemplates() {
    JointPlan plan =
        Plans.with("c.xml", cleaner("/c").replace("start=\"" + START + "\"", "start=\"${begin}\""))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.paths(plan))
        .containsExactlyInAnyOrder("/raw/${DAY}/${HOUR}", "/clean/${DAY}/${HOUR}");
    assertThat(plan.workflows()).hasSize(1);
    assertThat(plan.workflows().get(0).id()).isEqualTo("clean");
    assertThat(plan.workflows().get(0).jobs().get(0).start()).isEmpty();
    assertThat(Plans.subjects(plan)).contains("${begin}", "clean");
  }

  @Test
  void inputsAreReadByTheFirstJobAndOutputsWrittenByTheLast() {
    String workflow =
        """
        <workflow-app name="w">
          <start to="both"/>
          <fork name="both"><path start="a"/><path start="b"/></fork>
          <action name="a"><shell><exec>a</exec></shell><ok to="all"/><error to="fix"/></action>
          <action name="b"><shell><exec>b</exec></shell><ok to="all"/><error to="fix"/></action>
          <join name="all" to="c"/>
          <action name="c"><shell><exec>c</exec></shell><ok to="end"/><error to="fix"/></action>
          <action name="fix"><shell><exec>f</exec></shell><ok to="end"/><error to="end"/></action>
          <end name="end"/>
        </workflow-app>
        """;
    JointPlan plan =
        Plans.with("c/coordinator.xml", cleaner("/apps/c"))
            .and("c/workflow.xml", workflow)
            .properties(NAME_NODE)
            .plan();
    for (Job job : plan.workflows().get(0).jobs()) {
      assertThat(job.start()).contains(Times.parse(START).orElseThrow());
      assertThat(job.uses().stream().map(u -> u.access() + " " + u.dataset()))
          .isEqualTo(
              switch (job.name()) {
                case "a" -> List.of(Access.READ + " /raw/01/00");
                case "c" -> List.of(Access.WRITE + " /clean/01/00");
                default -> List.of();
              });
    }
  }

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
  void aCombinationOfInputsStandsForAllOfThem() {
    String logic =
        """
        <input-events>
          <data-in name="a" dataset="raw"><instance>${coord:current(0)}</instance></data-in>
          <data-in name="b" dataset="clean"><instance>${coord:current(0)}</instance></data-in>
        </input-events>
        <input-logic><or name="either">
          <and><data-in dataset="a"/></and><data-in dataset="b"/>
        </or></input-logic>
        """;
    JointPlan plan =
        Plans.with(
                "c/coordinator.xml",
                Plans.coordinator(
                    "c",
                    HOURS,
                    START,
                    "2026-03-01T01:00Z",
                    Plans.datasets(RAW, CLEAN)
                        + logic
                        + Plans.action("/apps/c", "in", "${coord:dataIn('either')}", "out", "/o")))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.paths(plan)).containsExactlyInAnyOrder("/raw/01/00", "/clean/01/00", "/o");
    assertThat(Plans.subjects(plan)).containsExactly("input-logic");
  }

  private static final String BUNDLE =
      """
      <bundle-app xmlns="uri:oozie:bundle:0.2" name="bundle">
        <parameters><property><name>kind</name><value>none</value></property></parameters>
        <controls><kick-off-time>2026-03-01T00:00Z</kick-off-time></controls>
        <coordinator name="one"><app-path>${apps}/load/coordinator.xml</app-path>
          <configuration><property><name>kind</name><value>text</value></property></configuration>
        </coordinator>
        <coordinator name="two"><app-path>${apps}/load</app-path>
          <configuration><property><name>kind</name><value>upload</value></property></configuration>
        </coordinator>
        <coordinator name="off" enabled="false"><app-path>${apps}/load</app-path></coordinator>
        <coordinator name="gone"><app-path>${apps}/elsewhere</app-path></coordinator>
      </bundle-app>
      """;
  private static final String LOAD =
      Plans.coordinator(
          "load-${kind}",
          HOURS,
          "${start_time}",
          END,
          "<datasets><include>${apps}/load/datasets.xml</include></datasets>"
              + Plans.writes("raw_${kind}", NOW)
              + Plans.action("${apps}/load/workflow.xml"));
  private static final String DATASET_FILE =
      """
      <datasets>
        <dataset name="raw_text" frequency="${coord:hours(1)}" initial-instance="${start_time}"
            timezone="Universal">
          <uri-template>${base}/text/y=${YEAR}/m=${"$"}{MONTH + 0}</uri-template>
          <done-flag></done-flag>
        </dataset>
        <dataset name="raw_upload" frequency="${coord:hours(1)}" initial-instance="${start_time}"
            timezone="Universal">
          <uri-template>${base}/upload/h=${HOUR}</uri-template>
        </dataset>
      </datasets>
      """;
  private static final String PROPERTIES =
      "\uFEFFapps = hdfs://nn/apps\r\nbase = hdfs://nn/data\r\nnameNode=hdfs://nn\r\n"
          + "start_time=2026-03-01T00:00Z\r\n"
          + "oozie.bundle.application.path = ${apps}/load/bundle.xml\r\n";

  private static Plans bundle() {
    return Plans.with("x/load/datasets.xml", DATASET_FILE)
        .and("x/load/bundle.properties", PROPERTIES)
        .and("x/load/coordinator.xml", LOAD)
        .and("x/load/bundle.xml", BUNDLE);
  }

  @Test
  void aBundleStartsItsCoordinatorsWithTheirProperties() {
    JointPlan plan = bundle().plan();
    assertThat(plan.files().get(2).runs())
        .extracting(Run::id)
        .containsExactly("load-text", "load-upload");
    assertThat(plan.files().get(2).runs())
        .extracting(Run::bundle)
        .containsOnly("x/load/bundle.xml");
    assertThat(Plans.paths(plan))
        .containsExactlyInAnyOrder(
            "/data/text/y=2026/m=3", "/data/upload/h=00", "/data/upload/h=01", "/data/upload/h=02");
    assertThat(plan.files().get(3).members())
        .extracting(FileReport.Member::file)
        .containsExactly(
            "x/load/coordinator.xml", "x/load/coordinator.xml", "x/load/coordinator.xml", "");
    assertThat(plan.files().get(0).datasets())
        .extracting(FileReport.DatasetReport::doneFlag)
        .containsExactly("", "_SUCCESS");
    assertThat(plan.files().get(1).properties()).isEqualTo(5);
    assertThat(Plans.subjects(plan))
        .contains("hdfs://nn/apps/elsewhere", "hdfs://nn/apps/load/workflow.xml");
    // Every action replaces what the one before it wrote to the month's directory.
    assertThat(Plans.vertex(plan, "/data/text/y=2026/m=3").writers()).hasSize(3);
    assertThat(plan.clashes()).isEmpty();
  }

  @Test
  void aFileOfPropertiesSubmitsWhatItsApplicationPathNames() {
    JointPlan plan =
        Plans.with("x/coordinator.xml", maker("make").replace(START, "${begin}"))
            .and("x/bundle.xml", BUNDLE)
            .and(
                "q/job.properties",
                "begin=2026-03-01T00:00Z\nnameNode=hdfs://nn\n"
                    + "oozie.coord.application.path=${nameNode}/x\n")
            .and("q/workflow.xml", Plans.copyWorkflow())
            .plan();
    assertThat(Plans.paths(plan)).contains("/raw/01/00", "/raw/01/02");
  }

  @Test
  void defaultsBesideACoordinatorFillInWhatIsNotGiven() {
    byte[] definition = maker("make").getBytes(StandardCharsets.UTF_8);
    byte[] defaults =
        "<configuration><property><name>nameNode</name><value>hdfs://dflt</value></property></configuration>"
            .getBytes(StandardCharsets.UTF_8);
    AppFiles beside =
        path -> path.equals("coord-config-default.xml") ? Optional.of(defaults) : Optional.empty();
    PlanFile file = new PlanFile("c.xml", definition, beside);
    PlanWindow window = new PlanWindow(null, null);
    assertThat(Plans.subjects(JointPlan.of(List.of(file), Map.of(), window)))
        .containsExactly("/apps/make");
    PlanFile broken = new PlanFile("c.xml", definition, path -> Optional.of(new byte[] {'<'}));
    assertThat(Plans.subjects(JointPlan.of(List.of(broken), Map.of(), window)))
        .contains("coord-config-default.xml", "${nameNode}");
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
  void tooManyPartsOfOneDefinitionAreRefused() {
    String many = Plans.dataset("d", HOURS, START, "/d").repeat(DatasetDefinition.DATASETS_MAX + 1);
    String coordinators =
        "<coordinator name='c'><app-path>/c</app-path></coordinator>"
            .repeat(BundleDefinition.COORDINATORS_MAX + 1);
    String events =
        Plans.event("data-in", "in", "d", NOW).repeat(CoordinatorDefinition.EVENTS_MAX + 1);
    JointPlan plan =
        Plans.with("d.xml", Plans.datasets(many))
            .and("b.xml", "<bundle-app name='b'>" + coordinators + "</bundle-app>")
            .and(
                "c.xml",
                Plans.coordinator(
                    "c",
                    HOURS,
                    START,
                    END,
                    "<input-events>" + events + "</input-events>" + Plans.action("/n")))
            .plan();
    assertThat(plan.files()).allMatch(file -> file.refused().contains("there are more than 5000"));
  }

  @Test
  void theOrderOfTheFilesDoesNotMatter() {
    JointPlan one = bundle().plan();
    JointPlan other =
        Plans.with("x/load/bundle.xml", BUNDLE)
            .and("x/load/coordinator.xml", LOAD)
            .and("x/load/bundle.properties", PROPERTIES)
            .and("x/load/datasets.xml", DATASET_FILE)
            .plan();
    assertThat(Plans.paths(other)).containsExactlyInAnyOrderElementsOf(Plans.paths(one));
  }

  @Test
  void twoCoordinatorsThatWriteOneDatasetAreAConflictAndTheFirstKeepsIt() {
    JointPlan plan =
        Plans.with("a.xml", maker("make"))
            .and("b.xml", maker("again"))
            .properties(NAME_NODE)
            .plan();
    assertThat(plan.clashes()).hasSize(1);
    assertThat(plan.clashes().get(0).count()).isEqualTo(3);
    assertThat(plan.clashes().get(0).first().kind()).isEqualTo(Kind.TWO_WRITERS);
    assertThat(Plans.names(Plans.vertex(plan, "/raw/01/00").writers()))
        .containsExactly("make@2026-03-01T00:00Z/workflow");
  }

  @Test
  void twoCoordinatorsOfOneNameGetDifferentIds() {
    JointPlan plan =
        Plans.with("a.xml", maker("same name"))
            .and("b.xml", maker("same name").replace("/raw/", "/other/"))
            .properties(NAME_NODE)
            .plan();
    assertThat(plan.workflows())
        .extracting(w -> w.id().replaceAll("@.*", ""))
        .containsOnly("same-name", "same-name+2");
    assertThat(plan.clashes())
        .extracting(clash -> clash.first().kind())
        .containsExactly(Kind.SAME_ID);
    assertThat(Plans.paths(plan)).hasSize(6);
  }

  @Test
  void aCircleBetweenCoordinatorsLosesTheEdgeThatLeadsBack() {
    String back =
        Plans.coordinator(
            "back",
            HOURS,
            START,
            END,
            Plans.datasets(RAW, CLEAN)
                + Plans.reads("clean", NOW)
                + Plans.writes("raw", NOW)
                + Plans.action("/none"));
    JointPlan plan =
        Plans.with("a.xml", cleaner("/none")).and("b.xml", back).properties(NAME_NODE).plan();
    assertThat(plan.clashes())
        .extracting(clash -> clash.first().kind() + " " + clash.count())
        .containsExactly("CIRCLE 3");
    assertThat(edges(plan)).hasSize(3).allMatch(edge -> edge.startsWith("clean@"));
  }

  @Test
  void aDatasetThatNobodyDefinesIsListedByItsName() {
    JointPlan plan =
        Plans.with(
                "c.xml",
                Plans.coordinator(
                    "c",
                    HOURS,
                    START,
                    END,
                    "<datasets><include>${data}/all.xml</include></datasets>"
                        + Plans.reads("missing", NOW)
                        + Plans.action("/none")))
            .plan();
    assertThat(plan.findings())
        .extracting(Finding::subject, Finding::file)
        .contains(tuple("missing", "c.xml"), tuple("${data}", "c.xml"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timezone=\"UTC\" | timezone=\"Mars\" | Mars",
        "name=\"make\" frequency=\"${coord:hours(1)}\" | name=\"make\" frequency=\"often\" | often",
        "start=\"2026-03-01T00:00Z\" | start=\"soon\" | soon",
        "initial-instance=\"2026-03-01T00:00Z\" | initial-instance=\"then\" | raw",
        "<dataset name=\"raw\" frequency=\"${coord:hours(1)}\" | <dataset name=\"raw\""
            + " frequency=\"never\" | raw",
      })
  void whatOozieWouldNotUnderstandIsListed(String good, String bad, String subject) {
    String changed = maker("make").replace(good, bad);
    assertThat(changed).isNotEqualTo(maker("make"));
    JointPlan plan = Plans.with("a.xml", changed).properties(NAME_NODE).plan();
    assertThat(plan.files().get(0).refused()).isNull();
    assertThat(Plans.subjects(plan)).contains(subject);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name=\"make\"|name|the coordinator has no 'name'",
        "frequency=\"${coord:hours(1)}\"|frequency|the coordinator has no 'frequency'",
        "timezone=\"UTC\"|timezone|the coordinator has no 'timezone'",
        "start=\"2026-03-01T00:00Z\"|start|the coordinator has no 'start'",
        "end=\"2026-03-01T03:00Z\"|end|the coordinator has no 'end'",
        "initial-instance=\"2026-03-01T00:00Z\"|raw|it has no 'initial-instance'",
        "<instance>${coord:current(0)}</instance>|out|it has no instance",
        "dataset=\"raw\"|out|it names no dataset"
      })
  void whatACoordinatorLacksIsListed(String lacking) {
    String[] parts = lacking.split("\\|");
    String changed = maker("make").replaceFirst(Pattern.quote(parts[0]), "");
    assertThat(changed).isNotEqualTo(maker("make"));
    JointPlan plan = Plans.with("a.xml", changed).properties(NAME_NODE).plan();
    assertThat(plan.files().get(0).refused()).isNull();
    assertThat(plan.workflows()).isNotEmpty();
    assertThat(plan.findings())
        .anyMatch(f -> f.subject().equals(parts[1]) && f.why().startsWith(parts[2]));
  }

  @Test
  void aCoordinatorThatRunsNothingIsRefusedInOneLine() {
    String appPath = Pattern.quote("<app-path>/apps/make</app-path>");
    JointPlan plan = Plans.with("a.xml", maker("make").replaceFirst(appPath, "")).plan();
    assertThat(plan.files().get(0).refused()).matches("a\\.xml:\\d+: [^\\n]+");
    assertThat(plan.workflows()).isEmpty();
  }

  @Test
  void aBundleOfNothingIsRefused() {
    JointPlan plan = Plans.with("b.xml", "<bundle-app name='b'/>").plan();
    assertThat(plan.files().get(0).refused()).isEqualTo("b.xml:1: the bundle has no <coordinator>");
  }

  @Test
  void onlyOneEndOfARangeIsListed() {
    String range = Plans.readsRange("raw", NOW, NOW).replaceAll("<end-inst.*</end-instance>", "");
    JointPlan plan =
        Plans.with(
                "a.xml",
                Plans.coordinator(
                    "a", HOURS, START, END, Plans.datasets(RAW) + range + Plans.action("/n")))
            .plan();
    assertThat(plan.files().get(0).refused()).isNull();
    assertThat(plan.findings()).anyMatch(f -> f.why().contains("only one end of a range"));
  }

  @Test
  void workflowsThatNoCoordinatorRunsArePlannedByThemselves() {
    JointPlan plan =
        Plans.with("w1.xml", Plans.copyWorkflow())
            .and("job.properties", "in=/a\nout=/b\n")
            .and("w2.xml", Plans.copyWorkflow().replace("${in}", "/b").replace("${out}", "/c"))
            .plan();
    assertThat(edges(plan)).containsExactly("w1.xml/copy > w2.xml/copy /b");
  }

  @Test
  void theFirstOfTwoFilesOfOneNameIsRead() {
    JointPlan plan = Plans.with("w.xml", Plans.copyWorkflow()).and("w.xml", "<x/>").plan();
    assertThat(plan.files()).hasSize(1);
    assertThat(Plans.subjects(plan)).contains("w.xml");
  }

  @Test
  void aWindowCutsTheActionsOut() {
    JointPlan plan =
        Plans.with("a.xml", maker("make").replace(END, "2027-01-01T00:00Z"))
            .properties(NAME_NODE)
            .window("2026-03-05T10:30Z", "2026-03-05T13:00Z")
            .plan();
    assertThat(plan.workflows())
        .extracting(w -> w.id())
        .containsExactly("make@2026-03-05T11:00Z", "make@2026-03-05T12:00Z");
  }

  @Test
  void withoutAWindowADayIsPlannedFromTheLatestStart() {
    String late =
        Plans.coordinator(
            "late",
            "${coord:months(1)}",
            "2026-03-10T05:00Z",
            "2030-01-01T00:00Z",
            Plans.action("/none"));
    String monthly =
        Plans.coordinator(
            "monthly", "${coord:months(1)}", START, "2030-01-01T00:00Z", Plans.action("/none"));
    JointPlan plan =
        Plans.with("a.xml", maker("make").replace(END, "2027-01-01T00:00Z"))
            .and("b.xml", late)
            .and("c.xml", monthly)
            .and("d.xml", maker("over").replace("/raw/", "/over/"))
            .plan();
    assertThat(plan.files())
        .extracting(file -> file.runs().get(0).actions())
        .containsExactly(24, 1, 1, 3);
    assertThat(plan.window().from()).isEqualTo("2026-03-10T05:00:00Z");
    assertThat(plan.workflows())
        .extracting(w -> w.id())
        .contains("monthly@2026-04-01T00:00Z", "over@2026-03-01T00:00Z");
  }

  @Test
  void moreActionsThanABoundAreLeftOutWithANote() {
    JointPlan plan =
        Plans.with(
                "a.xml",
                Plans.coordinator("a", "1", START, "2030-01-01T00:00Z", Plans.action("/none")))
            .window(START, "2029-01-01T00:00Z")
            .plan();
    assertThat(plan.workflows()).hasSize(Runs.ACTIONS_OF_ONE_MAX);
    assertThat(plan.findings()).anyMatch(f -> f.why().contains("only its first 50000 actions"));
  }

  @Test
  void aWorkflowThatCannotBeReadLeavesTheCoordinatorsOwnUses() {
    JointPlan plan =
        Plans.with("c/coordinator.xml", cleaner("/apps/c"))
            .and("c/workflow.xml", "<workflow-app name='w'><start to='none'/></workflow-app>")
            .properties(NAME_NODE)
            .plan();
    assertThat(plan.files().get(1).refused()).startsWith("c/workflow.xml:1: ");
    assertThat(Plans.paths(plan)).contains("/raw/01/00", "/clean/01/00");
    assertThat(Plans.subjects(plan)).contains("c/workflow.xml");
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
