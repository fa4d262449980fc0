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
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.coord.WorkflowRuns.Budget;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A coordinator that a server runs, with all that it was submitted with: when its actions are due,
 * on which datasets, and by which jobs. The server hands out the definition as it was submitted, so
 * the files that it includes are read beside it.
 */
public final class ServedCoordinator {
  /** Readings of the workflow's definition for one coordinator. */
  private static final int READINGS_MAX = 2_000;

  /** By so much actions of every frequency may start behind their data. */
  private static final Duration LATE = Duration.ofDays(1);

  /** Places of datasets that are remembered. */
  private static final int PLACES_MAX = 10_000;

  private final String id;
  private final Findings findings = new Findings();
  private final Coordinator coordinator;
  private final ObservedRuns observed;
  private final BoundedFiles files;
  private final String user;
  private final Set<String> unread = new HashSet<>();
  private final Places places = new Places(PLACES_MAX);
  private WorkflowRuns workflows;

  /**
   * Reads a coordinator.
   *
   * @param id what the server calls it
   * @param document its definition, as submitted
   * @param properties what it was submitted with, defaults included
   * @param observed what runs have taken so far
   * @param files what it includes
   * @param user who it runs as
   * @throws LineageException when the definition cannot be read
   */
  public ServedCoordinator(
      String id,
      byte[] document,
      Map<String, String> properties,
      ObservedRuns observed,
      IncludedFiles files,
      String user)
      throws LineageException {
    XmlElement root = XmlReader.read(id, document);
    if (FileKind.of(root) != FileKind.COORDINATOR) {
      throw root.refuse("this is not a coordinator");
    }
    CoordinatorDefinition definition = CoordinatorDefinition.read(root);
    Submission submission = Submission.of(definition.parameters(), properties, findings);
    this.id = id;
    this.observed = observed;
    this.files = new BoundedFiles(files, user, System::nanoTime);
    this.user = user;
    Datasets datasets = IncludedDatasets.of(definition, submission, this::included);
    this.coordinator = new Coordinator(definition, "", submission, datasets, places);
  }

  private Optional<XmlElement> included(String path, XmlElement include) {
    try {
      XmlElement root = files.read(path);
      if (FileKind.of(root) == FileKind.DATASETS) {
        return Optional.of(root);
      }
      throw root.refuse("this is no file of datasets");
    } catch (IOException unreadable) {
      if (mayBeReadLater(unreadable)) {
        unread.add(path);
      }
      findings.add(
          path,
          include.file(),
          include.line(),
          "the included file cannot be used: " + unreadable.getMessage());
      return Optional.empty();
    }
  }

  /** What the content, the rights or the path of a file forbid today it forbids tomorrow. */
  private static boolean mayBeReadLater(IOException failure) {
    return !(failure instanceof LineageException || failure instanceof FileNotFoundException);
  }

  /** Files that it includes and that could not be read, which may be possible later. */
  public Set<String> unread() {
    return Collections.unmodifiableSet(unread);
  }

  /** What could not be resolved, or was assumed, so far. */
  public List<Finding> findings() {
    return findings.all();
  }

  /** Its name, evaluated. */
  public String name() {
    return coordinator.name();
  }

  /**
   * Sets what its actions run from now on, as one of them has shown.
   *
   * @param definition the workflow's definition
   * @param properties what that workflow was run with
   */
  public void runs(XmlElement definition, Map<String, String> properties) {
    coordinator.varyingProperties(coordinator.schedule().map(Schedule::start).orElse(null));
    Map<String, String> base = new LinkedHashMap<>(properties);
    base.putAll(coordinator.submission().expressions().allProperties());
    base.putAll(coordinator.fixedProperties());
    workflows =
        new WorkflowRuns(id, definition, AppFiles.none(), base, new Budget(READINGS_MAX), places);
  }

  /** What was made for its actions is not remembered any more: there are many coordinators. */
  public void forget() {
    coordinator.forget();
    places.forget();
  }

  /**
   * The nominal times of its actions, earliest first; none when its schedule is not known.
   *
   * @param from the earliest
   * @param until the time before which all are
   * @param most how many at most
   */
  public List<Instant> times(Instant from, Instant until, int most) {
    return coordinator
        .schedule()
        .map(schedule -> schedule.times(from, until, most))
        .orElse(List.of());
  }

  /** How many instances have been made of all its actions so far. */
  public long instancesMade() {
    return coordinator.instancesMade();
  }

  /** What the action of a nominal time reads and writes as a whole. */
  public List<DatasetUse> uses(Instant nominal) {
    return coordinator.uses(nominal);
  }

  /** The jobs of the action of a nominal time: one for all where its workflow is not known. */
  public List<Job> jobs(Instant nominal) {
    return onto(planned(nominal), nominal);
  }

  /** Those jobs with what the action of a nominal time uses, as {@link Attachment} says. */
  public List<Job> onto(List<Job> jobs, Instant nominal) {
    Reading when = reading(nominal).taking(tookEach(jobs));
    return Attachment.attach(id, name(), jobs, uses(nominal), when, 0).jobs();
  }

  /** When the action of a nominal time is expected to read, by how such actions have waited. */
  private Reading reading(Instant nominal) {
    Instant data =
        coordinator.data(nominal, template -> observed.late(user, template)).orElse(nominal);
    Instant waited = due(nominal).plus(observed.of(id).waited().typical().orElse(Duration.ZERO));
    return Reading.UNKNOWN.at(nominal).waitingFor(waited.isAfter(data) ? waited : data);
  }

  /** The later of its nominal time and that of the newest instance it reads. */
  private Instant due(Instant nominal) {
    Instant newest = coordinator.data(nominal, template -> Duration.ZERO).orElse(nominal);
    return newest.isAfter(nominal) ? newest : nominal;
  }

  /** Jobs that run one after the other share the time of the whole; null when it is not known. */
  private Duration tookEach(List<Job> jobs) {
    Duration took = observed.of(id).took().typical().orElse(null);
    return took == null ? null : took.dividedBy(levels(jobs));
  }

  private int levels(List<Job> jobs) {
    try {
      TaskGraph order = TaskGraph.of(new Workflow(id, id, jobs, List.of()));
      return order.jobs().keySet().stream().mapToInt(order::level).max().orElse(0) + 1;
    } catch (LineageException circle) {
      return Math.max(1, jobs.size());
    }
  }

  /**
   * Learns from the run of an action that has ended well.
   *
   * @param started when its workflow started
   * @param ended when that had ended
   * @return true when what is expected of others is not as it was
   */
  public boolean ran(Instant nominal, Instant started, Instant ended) {
    boolean isOther = observed.of(id).took().add(Duration.between(started, ended));
    observed.changed(id);
    Duration waited = Duration.between(due(nominal), started);
    Duration period = period(nominal);
    if (waited.compareTo(period) <= 0) {
      coordinator
          .written(nominal)
          .forEach((template, instance) -> wrote(template, instance, nominal, period, ended));
      isOther |= observed.of(id).waited().add(waited);
    }
    return isOther;
  }

  /** Who writes instances of long ago corrects them: the first writing was another's. */
  private void wrote(
      String template, Instant instance, Instant nominal, Duration period, Instant at) {
    if (Duration.between(instance, nominal).abs().compareTo(period.multipliedBy(2)) <= 0) {
      observed.written(user, template, instance, at);
    }
  }

  /** What starts later than that makes up for the past, and says nothing of what is to come. */
  private Duration period(Instant nominal) {
    List<Instant> two = times(nominal, Instant.MAX, 2);
    Duration period = two.size() < 2 ? Duration.ZERO : Duration.between(two.get(0), two.get(1));
    return period.compareTo(LATE) < 0 ? LATE : period;
  }

  private List<Job> planned(Instant nominal) {
    if (workflows == null) {
      return List.of();
    }
    try {
      return workflows.of(coordinator.varyingProperties(nominal)).jobs();
    } catch (LineageException unusable) {
      return List.of();
    }
  }
}
