/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.LineageSource;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.xml.Refusal;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lineage from an Oozie workflow definition and the properties it is submitted with.
 *
 * <p>The steps: read the XML within bounds; check the control flow as Oozie does; take in the
 * sub-workflows that are at hand; find what each action reads and writes; order the jobs. What is
 * not known before the run stays in a path as it is written, and a note says so.
 *
 * <p>A definition is untrusted: reading it has no effect, touches no file but those of {@link
 * AppFiles}, and is bounded in time and memory.
 */
public final class OozieWorkflowSource implements LineageSource {
  /** Uses of datasets in one workflow; globs are compared one by one with all others. */
  static final int USES_MAX = 2_000;

  private final String file;
  private final Document document;
  private final Map<String, String> properties;
  private final AppFiles files;
  private final Map<String, XmlElement> started;

  /**
   * Binds a source to its input.
   *
   * @param file what to call the definition in messages
   * @param document the definition, workflow.xml
   * @param properties what the workflow is submitted with
   * @param files the files beside the definition
   */
  public OozieWorkflowSource(
      String file, byte[] document, Map<String, String> properties, AppFiles files) {
    this(file, parsing(file, document.clone()), properties, files, Map.of());
  }

  /**
   * The lineage of a workflow whose definition has been parsed.
   *
   * @param file what to call the definition in messages
   * @param root the definition's root element
   * @param properties what the workflow is submitted with
   * @param files the files beside the definition
   */
  public OozieWorkflowSource(
      String file, XmlElement root, Map<String, String> properties, AppFiles files) {
    this(file, root, properties, files, Map.of());
  }

  /**
   * The lineage of a workflow that runs.
   *
   * @param file what to call the definition in messages
   * @param root the definition's root element
   * @param properties what the workflow was submitted with
   * @param files the files beside the definition
   * @param started what Oozie has made of the actions that it has started, by their names: all
   *     expressions evaluated
   */
  public OozieWorkflowSource(
      String file,
      XmlElement root,
      Map<String, String> properties,
      AppFiles files,
      Map<String, XmlElement> started) {
    this(file, () -> root, properties, files, started);
  }

  private OozieWorkflowSource(
      String file,
      Document document,
      Map<String, String> properties,
      AppFiles files,
      Map<String, XmlElement> started) {
    this.file = file;
    this.document = document;
    this.properties = Map.copyOf(properties);
    this.files = files;
    this.started = Map.copyOf(started);
  }

  /** Where the root element comes from: a refusal belongs to the reading, not to the binding. */
  @FunctionalInterface
  private interface Document {
    XmlElement root() throws LineageException;
  }

  private static Document parsing(String file, byte[] document) {
    return () -> XmlReader.read(file, document);
  }

  @Override
  public Workflow read(String workflowId) throws LineageException {
    NoteCollector notes = new NoteCollector();
    DefinitionLoader definitions = new DefinitionLoader(file, files, notes);
    Unit root = definitions.root(file, document.root(), properties, started);
    List<Step> steps = Assembly.of(root, definitions, notes);
    List<Step> jobs = Step.jobs(steps);
    FlowOrder order = new FlowOrder(steps);
    Actions reader = new Actions(definitions, notes, NameNodes.own(jobs));
    List<ActionScope> actions = jobs.stream().map(reader::read).toList();
    new Inference(order, actions).run();
    boundUses(actions);
    noteSilent(actions, notes);
    List<Job> built = new ArrayList<>();
    for (ActionScope action : actions) {
      built.add(job(action, ActionTasks.of(action, actions), jobs, order));
    }
    return Workflow.of(workflowId, root.expressions().facts().name(), built, notes.notes());
  }

  private void boundUses(List<ActionScope> actions) throws LineageException {
    int uses = 0;
    for (ActionScope action : actions) {
      uses += action.uses().size() + action.renames().size();
      if (uses > USES_MAX) {
        throw Refusal.at(
            file, action.step().node.line(), "more than " + USES_MAX + " uses of datasets");
      }
    }
  }

  private static Job job(ActionScope action, int tasks, List<Step> jobs, FlowOrder order) {
    Step step = action.step();
    Job.Builder job =
        Job.named(step.name, step.node.body().name())
            .line(step.line)
            .reading(Reading.UNKNOWN.by(tasks))
            .outputBytes(action.tasks().outputBytes())
            .onError(order.onlyOnError(step));
    order.jobsBefore(step).forEach(before -> job.after(before.name));
    for (Step other : jobs) {
      if (order.exclude(step, other)) {
        job.excludes(other.name);
      }
    }
    action.uses().forEach(job::use);
    action.renames().forEach(move -> job.renames(move.source(), move.target()));
    return job.build();
  }

  /** One note for all the actions that tell nothing of what their programs do. */
  private static void noteSilent(List<ActionScope> actions, NoteCollector notes) {
    List<String> silent = new ArrayList<>();
    for (ActionScope action : actions) {
      if (Actions.hidesItsPaths(action) && action.uses().isEmpty()) {
        silent.add(action.step().name);
      }
    }
    if (!silent.isEmpty()) {
      notes.add(
          0,
          "",
          "nothing states what these jobs read and write (%s and %s can): %s"
              .formatted(Actions.READS, Actions.WRITES, String.join(", ", silent)));
    }
  }
}
