/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.List;

/**
 * What was read from one file.
 *
 * @param file the file
 * @param kind what it is
 * @param refused why it cannot be used; null when it can
 * @param name the name its author gave it; "" when it has none
 * @param workflow the lineage of a workflow that is read by itself; null for other kinds
 * @param runs the coordinators that the definition becomes, one for each submission
 * @param datasets the datasets that the file defines
 * @param members the coordinators that a bundle starts
 * @param properties how many properties it holds
 */
public record FileReport(
    String file,
    FileKind kind,
    String refused,
    String name,
    Workflow workflow,
    List<Run> runs,
    List<DatasetReport> datasets,
    List<Member> members,
    int properties) {

  /**
   * A coordinator as it is submitted.
   *
   * @param id the id under which its actions are planned, followed by @ and the nominal time
   * @param name its name
   * @param bundle the file of the bundle that starts it; "" when none does
   * @param frequency how often it runs; "" when that is not known
   * @param start its first nominal time; null when that is not known
   * @param end its end; null when that is not known
   * @param zone its time zone
   * @param workflow the file of the workflow it runs; "" when that is not at hand
   * @param actions how many actions were planned
   * @param events what its actions read and write
   * @param firstUses the instances that its first action reads and writes; none without actions
   */
  public record Run(
      String id,
      String name,
      String bundle,
      String frequency,
      Instant start,
      Instant end,
      String zone,
      String workflow,
      int actions,
      List<Event> events,
      List<DatasetUse> firstUses) {}

  /**
   * A data event of a coordinator.
   *
   * @param name its name
   * @param writes true for an output
   * @param dataset the dataset
   * @param instances how its instances are written
   */
  public record Event(String name, boolean writes, DatasetReport dataset, String instances) {}

  /**
   * A dataset.
   *
   * @param name its name
   * @param uri where its instances lie, as far as it is known
   * @param frequency how often an instance is made; "" when that is not known
   * @param initialInstance its first instance; null when that is not known
   * @param doneFlag the file that tells that an instance is complete; "" when its directory does
   */
  public record DatasetReport(
      String name, String uri, String frequency, Instant initialInstance, String doneFlag) {
    static DatasetReport of(String name, Dataset dataset) {
      return new DatasetReport(
          name,
          dataset.uri().text(),
          dataset.frequency() == null ? "" : dataset.frequency().toString(),
          dataset.origin(),
          dataset.doneFlag());
    }
  }

  /**
   * A coordinator of a bundle.
   *
   * @param name its name
   * @param appPath its definition on the cluster
   * @param file the file at hand that is meant; "" for none
   * @param enabled whether the bundle starts it
   */
  public record Member(String name, String appPath, String file, boolean enabled) {}

  /** Copies the lists; the record is immutable. */
  public FileReport {
    runs = List.copyOf(runs);
    datasets = List.copyOf(datasets);
    members = List.copyOf(members);
  }

  static FileReport refused(String file, FileKind kind, String reason) {
    return new FileReport(file, kind, reason, "", null, List.of(), List.of(), List.of(), 0);
  }

  static FileReport workflow(String file, Workflow workflow) {
    return new FileReport(
        file,
        FileKind.WORKFLOW,
        null,
        workflow.name(),
        workflow,
        List.of(),
        List.of(),
        List.of(),
        0);
  }
}
