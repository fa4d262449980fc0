/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.JobProperties;
import io.tierline.ldm.oozie.check.Rule;
import io.tierline.ldm.oozie.coord.FileKind;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.oozie.coord.PlanFile;
import io.tierline.ldm.oozie.coord.PlanWindow;
import io.tierline.ldm.oozie.coord.Times;
import io.tierline.ldm.oozie.xml.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Shows, without a cluster, what LDM learns from workflow definitions: jobs, their order, datasets,
 * how often each is read again, and the medium that each replica would get; and from coordinators
 * and bundles, when.
 */
@Command(
    name = "ldm-plan",
    sortOptions = false,
    description = {
      "Read Oozie definitions; print jobs, datasets, reusability, times of use, planned tiers.",
      "Workflows, coordinators, bundles, files of datasets and of properties, in any order and"
          + " without a cluster. Prints each workflow's jobs, edges and datasets with their"
          + " reusability R and the tier that each replica would get; what coordinators read and"
          + " write, and when; the graph of all files together; and what could not be resolved."
          + " Conflicts between files are reported and left out. Exits 1 when a file was refused or"
          + " cannot be written."
    })
public final class LdmPlan implements Callable<Integer> {
  private static final int REPLICATION_MAX = 512;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-p", "--properties"},
      paramLabel = "FILE",
      description =
          "Properties that the workflow is submitted with: job.properties or a Hadoop"
              + " configuration. If a property is in several files, the last one counts.")
  private List<Path> propertyFiles = new ArrayList<>();

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      description = "One property; it takes precedence over those of files.")
  private Map<String, String> singles = new LinkedHashMap<>();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Plan coordinators' actions from this time, such as 2026-03-01T00:00Z (default: the"
              + " latest"
              + " start of the coordinators given).")
  private String from;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "Plan actions before this time (default: a coordinator's own end when it is at most 32"
              + " days away, else one day; at least one action).")
  private String until;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "3",
      description = "Replicas of a block (default: ${DEFAULT-VALUE}).")
  private int replication;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON; '-' writes them instead of the tables.")
  private String json;

  @Option(
      names = "--lineage",
      paramLabel = "FILE",
      description =
          "Write the lineage to register with a NameNode (hdfs ldm -register FILE; '-' writes it"
              + " instead of the tables): a document under the workflow's name, or an array of"
              + " them, one for each workflow and each action of a coordinator.")
  private String lineage;

  @Option(
      names = "--check",
      description =
          "Print, instead of the tables, what LDM would make of the definitions: how much was read,"
              + " whether the rules that every lineage must keep hold, and one line for each"
              + " finding. Exits 1 when a file was refused or a rule is broken.")
  private boolean check;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Definitions, files of properties, and folders of them. A file of properties applies to"
              + " the definition that its application path names, and to those in its directory"
              + " and below; -p applies to all.")
  private List<Path> given = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    if (replication < 1 || replication > REPLICATION_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--replication is from 1 to " + REPLICATION_MAX);
    }
    window();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    PlanJson figures = new PlanJson(parameters());
    boolean allRead = true;
    try {
      boolean tables = !"-".equals(json) && !"-".equals(lineage);
      allRead = plan(properties(), figures, new Outputs(out, err, tables));
    } catch (LineageException unusable) {
      err.println(unusable.getMessage());
      allRead = false;
    }
    allRead &= writeFigures(figures, out, err);
    out.flush();
    err.flush();
    return allRead ? 0 : 1;
  }

  private PlanWindow window() {
    PlanWindow window = new PlanWindow(time("--from", from), time("--until", until));
    if (window.from() != null
        && window.until() != null
        && !window.from().isBefore(window.until())) {
      throw new ParameterException(spec.commandLine(), "--from is before --until");
    }
    return window;
  }

  private Instant time(String option, String text) {
    if (text == null) {
      return null;
    }
    return Times.parse(text)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    option + " is '" + text + "' but takes a time such as 2026-03-01T00:00Z"));
  }

  private Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("files", given.stream().map(Path::toString).toList());
    parameters.put("properties", propertyFiles.stream().map(Path::toString).toList());
    parameters.put("replication", replication);
    parameters.put("from", from);
    parameters.put("until", until);
    return parameters;
  }

  private Map<String, String> properties() throws LineageException {
    Map<String, String> properties = new LinkedHashMap<>();
    for (Path file : propertyFiles) {
      properties.putAll(JobProperties.read(file.toString(), LocalFiles.content(file)));
    }
    properties.putAll(singles);
    return properties;
  }

  private JointPlan joint(
      List<Path> files, Map<String, String> properties, Map<String, String> refused) {
    List<PlanFile> readable = new ArrayList<>();
    for (Path file : files) {
      try {
        AppFiles beside = new LocalFiles(file.toAbsolutePath().getParent());
        readable.add(new PlanFile(file.toString(), LocalFiles.content(file), beside));
      } catch (LineageException unreadable) {
        refused.put(file.toString(), unreadable.getMessage());
      }
    }
    JointPlan joint = JointPlan.of(readable, properties, window());
    for (FileReport report : joint.files()) {
      if (report.refused() != null) {
        refused.put(report.file(), report.refused());
      }
    }
    return joint;
  }

  private boolean plan(Map<String, String> properties, PlanJson figures, Outputs outputs)
      throws LineageException {
    GivenPaths paths = GivenPaths.of(given);
    Map<String, String> refused = new LinkedHashMap<>();
    JointPlan joint = joint(paths.files(), properties, refused);
    boolean sound = refused.isEmpty();
    if (check) {
      List<Rule> rules = Rule.of(joint);
      figures.addRules(rules);
      sound &= rules.stream().allMatch(rule -> rule.broken().isEmpty());
      if (outputs.tables()) {
        new CheckText(outputs.out()).print(joint, rules, refused, paths.others());
      }
    }
    Outputs each = check ? new Outputs(outputs.out(), outputs.err(), false) : outputs;
    each(paths.files(), joint, refused, figures, each);
    figures.addJoint(joint);
    if (lineage != null) {
      writeLineage(PlannedLineage.of(joint), outputs.out());
    }
    if (each.tables()) {
      JointText text = new JointText(each.out());
      if (joint.workflows().size() > 1 || joint.files().stream().anyMatch(LdmPlan::isScheduled)) {
        text.joint(joint);
      }
      text.unresolved(joint.findings());
    }
    return sound;
  }

  private void each(
      List<Path> files,
      JointPlan joint,
      Map<String, String> refused,
      PlanJson figures,
      Outputs outputs) {
    Map<String, FileReport> reports = new LinkedHashMap<>();
    joint.files().forEach(report -> reports.put(report.file(), report));
    for (Path file : files) {
      String reason = refused.get(file.toString());
      if (reason == null) {
        print(reports.get(file.toString()), figures, outputs);
      } else {
        figures.addRefused(file.toString(), reason);
        if (!check) {
          outputs.refuse(reason);
        }
      }
    }
  }

  private static boolean isScheduled(FileReport report) {
    return report.kind() == FileKind.COORDINATOR || report.kind() == FileKind.BUNDLE;
  }

  private void print(FileReport report, PlanJson figures, Outputs outputs) {
    if (report.workflow() == null) {
      figures.add(report);
      if (outputs.tables()) {
        new JointText(outputs.out()).print(report);
      }
      return;
    }
    WorkflowPlan plan = WorkflowPlan.of(report.workflow(), replication);
    figures.add(report.file(), plan);
    if (outputs.tables()) {
      new PlanText(outputs.out()).print(report.file(), plan);
    }
  }

  /** Where results and refusals go. */
  private record Outputs(PrintWriter out, PrintWriter err, boolean tables) {
    void refuse(String reason) {
      out.flush();
      err.println(reason);
      err.flush();
    }
  }

  private void writeLineage(List<Workflow> planned, PrintWriter out) throws LineageException {
    if (planned.isEmpty()) {
      throw Refusal.at(lineage, 0, "not written: nothing that was read uses data");
    }
    String document = LineageDocument.write(planned);
    if ("-".equals(lineage)) {
      out.println(document);
      return;
    }
    try {
      Files.writeString(Path.of(lineage), document + "\n");
    } catch (IOException unwritable) {
      throw Refusal.at(lineage, 0, "cannot be written: " + unwritable);
    }
  }

  private boolean writeFigures(PlanJson figures, PrintWriter out, PrintWriter err)
      throws IOException {
    if (json == null) {
      return true;
    }
    if ("-".equals(json)) {
      figures.write(out);
      return true;
    }
    try (OutputStream file = Files.newOutputStream(Path.of(json))) {
      figures.write(file);
      return true;
    } catch (IOException unwritable) {
      err.println(Refusal.at(json, 0, "cannot be written: " + unwritable).getMessage());
      return false;
    }
  }
}
