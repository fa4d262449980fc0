/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.END;
import static io.tierline.ldm.oozie.coord.HourlyChain.HOURS;
import static io.tierline.ldm.oozie.coord.HourlyChain.NAME_NODE;
import static io.tierline.ldm.oozie.coord.HourlyChain.NOW;
import static io.tierline.ldm.oozie.coord.HourlyChain.RAW;
import static io.tierline.ldm.oozie.coord.HourlyChain.START;
import static io.tierline.ldm.oozie.coord.HourlyChain.cleaner;
import static io.tierline.ldm.oozie.coord.HourlyChain.maker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coordinators, bundles and datasets that lack something, or have too much. */
class IncompleteDefinitionsTest {
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
}
