/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.START;
import static io.tierline.ldm.oozie.coord.HourlyChain.maker;
import static io.tierline.ldm.oozie.coord.LoadBundle.BUNDLE;
import static io.tierline.ldm.oozie.coord.LoadBundle.DATASET_FILE;
import static io.tierline.ldm.oozie.coord.LoadBundle.LOAD;
import static io.tierline.ldm.oozie.coord.LoadBundle.PROPERTIES;
import static io.tierline.ldm.oozie.coord.LoadBundle.bundle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who submits what, with which properties: bundles, files of properties, defaults. */
class SubmissionTest {
  @Test
  void aBundleStartsItsCoordinatorsWithTheirProperties() {
    JointPlan plan = bundle().plan();
    assertThat(plan.files().get(2).runs()).extracting(Run::id).containsExactly("one", "two");
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
  void coordinatorsOfABundleGoByTheNamesThatItGivesThem() {
    JointPlan plan =
        Plans.with("x/load/datasets.xml", DATASET_FILE)
            .and("x/load/bundle.properties", PROPERTIES)
            .and("x/load/coordinator.xml", LOAD.replace("load-${kind}", "load"))
            .and("x/load/bundle.xml", BUNDLE)
            .plan();
    assertThat(plan.files().get(2).runs()).extracting(Run::name).containsExactly("one", "two");
    assertThat(plan.workflows()).extracting(Workflow::id).contains("one@2026-03-01T00:00Z");
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
  void propertiesApartFromDefinitionsAreForThoseOfTheNearestDirectoryThatHoldsBoth() {
    Plans plans =
        Plans.with("one/apps/a/workflow.xml", Plans.copyWorkflow())
            .and("one/conf/deep/job.properties", "in=/one/in\n")
            .and("one/conf/job.properties", "in=/no\nout=/one/out\n")
            .and("two/apps/b/workflow.xml", Plans.copyWorkflow())
            .and("/etc/site.properties", "out=/all/out\n");
    JointPlan plan = plans.plan();
    assertThat(Plans.paths(plan)).contains("/one/in", "/one/out", "/all/out");
    assertThat(Plans.paths(plan)).doesNotContain("/no");
    assertThat(plan.findings())
        .extracting(Finding::subject, Finding::file)
        .containsExactly(tuple("${in}", "two/apps/b/workflow.xml"));
  }
}
