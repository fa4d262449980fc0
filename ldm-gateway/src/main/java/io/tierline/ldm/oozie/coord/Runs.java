/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.JointGraph.Conflict;
import io.tierline.ldm.lineage.JointGraph.Kind;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.coord.FileReport.DatasetReport;
import io.tierline.ldm.oozie.coord.FileReport.Event;
import io.tierline.ldm.oozie.coord.FileReport.Member;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.coord.GivenFiles.Match;
import io.tierline.ldm.oozie.coord.WorkflowRuns.Budget;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The coordinators as they are submitted, by bundles or by themselves, and their actions in a
 * window of time. What is over a bound is left out with a finding.
 */
final class Runs {
  /** Actions of one coordinator; a week of minutes is 10,080, a year of hours 8,784. */
  static final int ACTIONS_OF_ONE_MAX = 10_100;

  /** Actions of all coordinators together. */
  static final int ACTIONS_MAX = 400_000;

  /** Uses of datasets by all actions together. */
  static final int USES_MAX = 1_000_000;

  /** Instances of datasets that the actions of one coordinator use. */
  static final int USES_OF_ONE_MAX = 200_000;

  /** Readings of workflow definitions. */
  private static final int READINGS_MAX = 20_000;

  private final Library library;
  private final Findings findings;
  private final List<Submitted> submitted = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private final Places places = new Places(USES_MAX);
  private final Map<String, List<Member>> members = new HashMap<>();
  private final List<Workflow> workflows = new ArrayList<>();
  private final Map<String, String> series = new HashMap<>();
  private final List<Conflict> conflicts = new ArrayList<>();
  private final Set<String> workflowFiles = new HashSet<>();
  private final Map<String, Workflow> firstRuns = new HashMap<>();
  private final Budget readings = new Budget(READINGS_MAX);
  private int actionsLeft = ACTIONS_MAX;
  private int usesLeft = USES_MAX;

  private static final class Submitted {
    private final String bundle;
    private final Coordinator coordinator;
    private final String id;
    private String workflowFile = "";
    private int actions;
    private List<DatasetUse> firstUses = List.of();

    /** The time from which its actions are not planned; null when it has no times. */
    private Instant plannedUntil;

    Submitted(String bundle, Coordinator coordinator, String id) {
      this.bundle = bundle;
      this.coordinator = coordinator;
      this.id = id;
    }
  }

  Runs(Library library, Findings findings) {
    this.library = library;
    this.findings = findings;
    Set<String> started = new HashSet<>();
    library.bundles().forEach((file, bundle) -> submit(file, bundle, started));
    library
        .coordinators()
        .forEach(
            (file, definition) -> {
              if (!started.contains(file) || library.isSubmitted(file)) {
                Map<String, String> properties = library.properties(file);
                submit("", "", definition, properties);
              }
            });
  }

  private void submit(String file, BundleDefinition bundle, Set<String> started) {
    Map<String, String> defaults = new LinkedHashMap<>(bundle.parameters());
    defaults.putAll(library.defaults(file, "bundle-config-default.xml"));
    Submission submission = Submission.of(defaults, library.properties(file), findings);
    for (BundleDefinition.Member member : bundle.coordinators()) {
      String enabled = submission.text(member.enabled(), file, member.line());
      String name = submission.text(member.name(), file, member.line());
      String path = submission.text(member.appPath().text(), file, member.appPath().line());
      Match match = library.find(FileKind.COORDINATOR, path, file);
      report(match, path, file, member.appPath().line());
      reportRefused(match, path, file, member.appPath().line());
      String found = match.file() == null ? "" : match.file();
      boolean enabledHere = !enabled.strip().equalsIgnoreCase("false");
      members
          .computeIfAbsent(file, f -> new ArrayList<>())
          .add(new Member(name, path, found, enabledHere));
      CoordinatorDefinition definition = library.coordinators().get(found);
      started.add(found);
      if (definition != null && enabledHere) {
        Map<String, String> properties =
            new LinkedHashMap<>(submission.expressions().allProperties());
        member
            .configuration()
            .forEach(
                (property, value) ->
                    properties.put(property, submission.text(value, file, member.line())));
        submit(file, name, definition, properties);
      }
    }
  }

  private void report(Match match, String path, String file, int line) {
    if (match.why() != null) {
      findings.add(path, file, line, match.why());
    }
  }

  /** A file that is given and cannot be used is not one that is missing. */
  private void reportRefused(Match match, String path, String file, int line) {
    if (match.file() != null && library.refusal(match.file()) != null) {
      findings.add(
          path, file, line, "it was given and is refused: " + library.refusal(match.file()));
    }
  }

  private void submit(
      String bundle,
      String name,
      CoordinatorDefinition definition,
      Map<String, String> properties) {
    Map<String, String> defaults = new LinkedHashMap<>(definition.parameters());
    defaults.putAll(library.defaults(definition.file(), "coord-config-default.xml"));
    Submission submission = Submission.of(defaults, properties, findings);
    Datasets datasets = IncludedDatasets.of(definition, submission, this::included);
    Coordinator coordinator = new Coordinator(definition, name, submission, datasets, places);
    submitted.add(new Submitted(bundle, coordinator, id(coordinator)));
  }

  /** The file that is meant by an include; it may itself stand in an included one. */
  private Optional<XmlElement> included(String path, XmlElement include) {
    Match match = library.find(FileKind.DATASETS, path, include.file());
    report(match, path, include.file(), include.line());
    reportRefused(match, path, include.file(), include.line());
    return Optional.ofNullable(match.file()).flatMap(library::datasetFile);
  }

  /** An id of its own: the name, or the name with a number when others have it too. */
  private String id(Coordinator coordinator) {
    String name = coordinator.name().replaceAll("[^A-Za-z0-9._:+-]", "-");
    String plain = name.length() > 200 ? name.substring(0, 200) : name;
    if (ids.add(plain)) {
      return plain;
    }
    int number = 2;
    while (!ids.add(plain + "+" + number)) {
      number++;
    }
    String id = plain + "+" + number;
    String reason =
        "two coordinators are named '%s'; the one of %s is '%s' here"
            .formatted(plain, coordinator.definition().file(), id);
    conflicts.add(
        new Conflict(Kind.SAME_ID, new JobId(plain, ""), new JobId(id, ""), null, reason));
    return id;
  }

  /** Makes the actions in a window; returns it with its start settled. */
  PlanWindow materialise(PlanWindow window) {
    List<Schedule> schedules = new ArrayList<>();
    submitted.forEach(run -> run.coordinator.schedule().ifPresent(schedules::add));
    PlanWindow settled = window.settled(schedules);
    submitted.forEach(run -> materialise(run, settled));
    Horizon horizon = new Horizon(workflows);
    for (Submitted run : submitted) {
      if (run.plannedUntil != null) {
        horizon
            .cuts(run.coordinator, run.plannedUntil)
            .ifPresent(cut -> findings.add(cut.subject(), cut.file(), cut.line(), cut.why()));
      }
    }
    return settled;
  }

  private void materialise(Submitted run, PlanWindow window) {
    Coordinator coordinator = run.coordinator;
    String file = coordinator.definition().file();
    if (coordinator.schedule().isEmpty()) {
      findings.add(
          coordinator.name(),
          file,
          1,
          "its times are not known: one action without a time stands for all");
      add(run, null, workflowRuns(run));
      return;
    }
    int most = Math.min(ACTIONS_OF_ONE_MAX, actionsLeft);
    List<Instant> times = window.times(coordinator.schedule().get(), most);
    if (times.size() == most) {
      findings.add(
          coordinator.name(), file, 1, "only its first %d actions are planned".formatted(most));
    }
    actionsLeft -= times.size();
    run.plannedUntil = times.isEmpty() ? window.until() : times.get(times.size() - 1).plusMillis(1);
    WorkflowRuns runs = workflowRuns(run);
    for (Instant time : times) {
      if (usesLeft <= 0 || coordinator.instancesMade() >= USES_OF_ONE_MAX) {
        int bound = usesLeft <= 0 ? USES_MAX : USES_OF_ONE_MAX;
        findings.add(
            coordinator.name() + " from " + Times.format(time),
            file,
            1,
            "there are more than %d uses of datasets; the rest is left out".formatted(bound));
        return;
      }
      add(run, time, runs);
    }
  }

  /** The workflow that a coordinator runs; null when it is not at hand. */
  private WorkflowRuns workflowRuns(Submitted run) {
    Coordinator coordinator = run.coordinator;
    XmlElement appPath = coordinator.definition().appPath();
    String file = coordinator.definition().file();
    String path = coordinator.submission().text(appPath.text(), file, appPath.line());
    Match match = library.find(FileKind.WORKFLOW, path, file);
    report(match, path, file, appPath.line());
    reportRefused(match, path, file, appPath.line());
    run.workflowFile = match.file() == null ? "" : match.file();
    if (match.file() == null || library.workflow(match.file()).isEmpty()) {
      return null;
    }
    workflowFiles.add(match.file());
    Instant first = coordinator.schedule().map(Schedule::start).orElse(null);
    coordinator.varyingProperties(first);
    Map<String, String> base =
        new LinkedHashMap<>(coordinator.submission().expressions().allProperties());
    base.putAll(coordinator.fixedProperties());
    base.put("oozie.wf.application.path", path);
    return new WorkflowRuns(
        match.file(),
        library.workflow(match.file()).get(),
        library.filesFor(match.file()),
        base,
        readings,
        places);
  }

  private void add(Submitted run, Instant time, WorkflowRuns runs) {
    List<DatasetUse> uses = run.coordinator.uses(time);
    String id = actionId(run, time);
    Workflow workflow =
        Attachment.attach(
            id,
            run.coordinator.name(),
            jobs(run, time, runs),
            uses,
            reading(run, time),
            run.coordinator.definition().actionLine());
    workflow.jobs().forEach(job -> usesLeft -= job.uses().size());
    series.put(id, run.id);
    workflows.add(workflow);
    if (run.actions++ == 0) {
      run.firstUses = uses;
    }
  }

  private static Reading reading(Submitted run, Instant time) {
    Reading at = Reading.UNKNOWN.at(time);
    return at.waitingFor(run.coordinator.data(time, template -> Duration.ZERO).orElse(null));
  }

  /** Daylight saving may bring two actions of a cron expression to one nominal time. */
  private String actionId(Submitted run, Instant time) {
    String plain = time == null ? run.id : run.id + "@" + Times.format(time);
    String id = plain;
    for (int number = 2; series.containsKey(id); number++) {
      id = plain + "+" + number;
    }
    return id;
  }

  private List<Job> jobs(Submitted run, Instant time, WorkflowRuns runs) {
    if (runs == null) {
      return List.of();
    }
    try {
      Workflow workflow = runs.of(run.coordinator.varyingProperties(time));
      if (run.actions == 0) {
        library.addFindings(workflow, run.workflowFile);
        library.settleCalls();
        firstRuns.putIfAbsent(run.workflowFile, workflow);
      }
      return workflow.jobs();
    } catch (LineageException unusable) {
      findings.add(
          run.workflowFile,
          run.coordinator.definition().file(),
          run.coordinator.definition().actionLine(),
          unusable.getMessage());
      return List.of();
    }
  }

  /** The actions as workflows, those of a coordinator one after the other. */
  List<Workflow> workflows() {
    return workflows;
  }

  /** The coordinator that each action belongs to. */
  Map<String, String> series() {
    return series;
  }

  /** Coordinators of one name. */
  List<Conflict> conflicts() {
    return conflicts;
  }

  /** True for the file of a workflow that a coordinator runs. */
  boolean isRun(String file) {
    return workflowFiles.contains(file);
  }

  /** Such a workflow as the first action has it; empty when it could not be read. */
  Optional<Workflow> firstRun(String file) {
    return Optional.ofNullable(firstRuns.get(file));
  }

  /** The coordinators of a bundle. */
  List<Member> members(String file) {
    return members.getOrDefault(file, List.of());
  }

  /** What a coordinator's file became. */
  List<Run> reports(String file) {
    return submitted.stream()
        .filter(run -> run.coordinator.definition().file().equals(file))
        .map(Runs::report)
        .toList();
  }

  private static Run report(Submitted run) {
    Coordinator coordinator = run.coordinator;
    Schedule schedule = coordinator.schedule().orElse(null);
    String written = coordinator.frequencyText();
    String frequency = Frequency.parse(written).map(Frequency::toString).orElse(written);
    boolean open = schedule == null || schedule.end().equals(Instant.MAX);
    return new Run(
        run.id,
        coordinator.name(),
        run.bundle,
        frequency,
        schedule == null ? null : schedule.start(),
        open ? null : schedule.end(),
        coordinator.zoneText(),
        run.workflowFile,
        run.actions,
        coordinator.events().stream().map(Runs::report).toList(),
        run.firstUses);
  }

  private static Event report(EventInstances event) {
    DataEvent data = event.event();
    String instances =
        data.first() == null
            ? String.join(", ", data.instances())
            : data.first() + " to " + data.last();
    return new Event(
        data.name(),
        data.access() == Access.WRITE,
        DatasetReport.of(event.dataset().definition().name(), event.dataset()),
        instances);
  }
}
