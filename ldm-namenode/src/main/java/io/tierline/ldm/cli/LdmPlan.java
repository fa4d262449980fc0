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
import io.tierline.ldm.oozie.JobProperties;
import io.tierline.ldm.oozie.OozieWorkflowSource;
import io.tierline.ldm.oozie.xml.Refusal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Shows, without a cluster, what LDM learns from workflow definitions: jobs, their order, datasets,
 * how often each is read again, and the medium that each replica would get.
 */
@Command(
    name = "ldm-plan",
    mixinStandardHelpOptions = true,
    versionProvider = LdmPlan.Version.class,
    sortOptions = false,
    description = "Shows the lineage in Oozie workflow definitions and the placement it leads to.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every definition was read",
      "1:a file was refused or cannot be written; one line says which, where and why",
      "2:the command line is wrong"
    })
public final class LdmPlan implements Callable<Integer> {
  private static final int REPLICATION_MAX = 512;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-p", "--properties"},
      paramLabel = "FILE",
      description =
          "Properties the workflow is submitted with: job.properties or a Hadoop configuration."
              + " Of several files the last one wins.")
  private List<Path> propertyFiles = new ArrayList<>();

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      description = "One property; it wins over those of files.")
  private Map<String, String> given = new LinkedHashMap<>();

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
          "Write the lineage document to register with a NameNode (of one workflow; '-' writes it"
              + " instead of the tables). Its id is the workflow's name.")
  private String lineage;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Workflow definitions.")
  private List<Path> files = new ArrayList<>();

  /** Runs the command and ends the process with its exit code. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava")
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to be run or to have its output led elsewhere. */
  public static CommandLine commandLine() {
    return new CommandLine(new LdmPlan())
        .setParameterExceptionHandler(
            (wrong, arguments) -> {
              CommandLine command = wrong.getCommandLine();
              command.getErr().println("ldm-plan: " + oneLine(wrong) + "; see ldm-plan --help");
              return command.getCommandSpec().exitCodeOnInvalidInput();
            });
  }

  private static String oneLine(ParameterException wrong) {
    return Refusal.oneLine(wrong.getMessage());
  }

  @Override
  public Integer call() throws IOException {
    if (replication < 1 || replication > REPLICATION_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--replication is from 1 to " + REPLICATION_MAX);
    }
    if (lineage != null && files.size() != 1) {
      throw new ParameterException(spec.commandLine(), "--lineage is for one workflow");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    PlanJson figures = new PlanJson(parameters());
    boolean allRead = true;
    try {
      Map<String, String> properties = properties();
      for (Path file : files) {
        allRead &= plan(file, properties, figures, out, err);
      }
    } catch (LineageException unusable) {
      err.println(unusable.getMessage());
      allRead = false;
    }
    allRead &= writeFigures(figures, out, err);
    out.flush();
    err.flush();
    return allRead ? 0 : 1;
  }

  private Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("files", files.stream().map(Path::toString).toList());
    parameters.put("properties", propertyFiles.stream().map(Path::toString).toList());
    parameters.put("replication", replication);
    return parameters;
  }

  private Map<String, String> properties() throws LineageException {
    Map<String, String> properties = new LinkedHashMap<>();
    for (Path file : propertyFiles) {
      properties.putAll(JobProperties.read(file.toString(), LocalFiles.content(file)));
    }
    properties.putAll(given);
    return properties;
  }

  private boolean plan(
      Path file,
      Map<String, String> properties,
      PlanJson figures,
      PrintWriter out,
      PrintWriter err) {
    String name = file.toString();
    try {
      Path directory = file.toAbsolutePath().getParent();
      OozieWorkflowSource source =
          new OozieWorkflowSource(
              name, LocalFiles.content(file), properties, new LocalFiles(directory));
      WorkflowPlan plan = planned(source.read(name), name);
      figures.add(name, plan);
      if (!"-".equals(json) && !"-".equals(lineage)) {
        new PlanText(out).print(name, plan);
      }
      writeLineage(plan.workflow(), out);
      return true;
    } catch (LineageException refused) {
      figures.addRefused(name, refused.getMessage());
      out.flush();
      err.println(refused.getMessage());
      err.flush();
      return false;
    }
  }

  private void writeLineage(Workflow workflow, PrintWriter out) throws LineageException {
    if (lineage == null) {
      return;
    }
    String document = LineageDocument.write(LineageFile.withId(workflow));
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

  /** The plan; a conflict between jobs is refused like any other fault of the definition. */
  private WorkflowPlan planned(Workflow workflow, String name) throws LineageException {
    try {
      return WorkflowPlan.of(workflow, replication);
    } catch (LineageException conflict) {
      throw Refusal.at(name, conflict.line(), conflict.getMessage());
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
    try (Writer writer = Files.newBufferedWriter(Path.of(json), StandardCharsets.UTF_8)) {
      figures.write(writer);
      return true;
    } catch (IOException unwritable) {
      err.println(Refusal.at(json, 0, "cannot be written: " + unwritable).getMessage());
      return false;
    }
  }

  /** The version of the jar that the command runs from. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = LdmPlan.class.getPackage().getImplementationVersion();
      return new String[] {"tierline " + (version == null ? "(from classes)" : version)};
    }
  }
}
