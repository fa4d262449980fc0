/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.HadoopConfiguration;
import io.tierline.ldm.oozie.JobProperties;
import io.tierline.ldm.oozie.OozieWorkflowSource;
import io.tierline.ldm.oozie.coord.FileReport.DatasetReport;
import io.tierline.ldm.oozie.coord.GivenFiles.Match;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All files that are planned together, read and told apart. */
final class Library {
  private final Findings findings;
  private final Map<String, PlanFile> files = new LinkedHashMap<>();
  private final Map<String, XmlElement> roots = new LinkedHashMap<>();
  private final Map<String, FileKind> kinds = new LinkedHashMap<>();
  private final Map<String, String> refused = new LinkedHashMap<>();
  private final Map<String, CoordinatorDefinition> coordinators = new LinkedHashMap<>();
  private final Map<String, BundleDefinition> bundles = new LinkedHashMap<>();
  private final Map<String, List<DatasetDefinition>> datasets = new LinkedHashMap<>();
  private final Map<String, XmlElement> datasetFiles = new LinkedHashMap<>();
  private final Map<String, Workflow> workflows = new LinkedHashMap<>();
  private final Map<String, Integer> propertyCounts = new LinkedHashMap<>();
  private final Map<FileKind, GivenFiles> index = new EnumMap<>(FileKind.class);

  /** Files of which not even the kind is known. */
  private final GivenFiles unread = new GivenFiles(FileKind.WORKFLOW);

  private final PropertyScopes scopes = new PropertyScopes();
  private final Map<List<String>, PlanFile> places = new HashMap<>();
  private final SubWorkflows subWorkflows = new SubWorkflows();
  private final GivenApps.Finder finder = new Finder();
  private Map<String, String> common = Map.of();

  Library(Findings findings) {
    this.findings = findings;
    for (FileKind kind : FileKind.values()) {
      index.put(kind, new GivenFiles(kind));
    }
  }

  void read(List<PlanFile> given, Map<String, String> commonProperties) {
    common = Map.copyOf(commonProperties);
    for (PlanFile file : given) {
      if (files.putIfAbsent(file.name(), file) == null) {
        places.putIfAbsent(file.components(), file);
        read(file);
      } else {
        findings.add(file.name(), file.name(), 0, "the file is given twice; it is read once");
      }
    }
    kinds.forEach(
        (file, kind) -> {
          index.get(kind).add(file);
          if (kind != FileKind.PROPERTIES) {
            scopes.addDefinition(file);
          }
        });
    propertyCounts.keySet().forEach(this::findOwner);
  }

  private void read(PlanFile file) {
    FileKind kind = FileKind.WORKFLOW;
    boolean isTold = false;
    try {
      if (isText(file)) {
        isTold = true;
        kind = FileKind.PROPERTIES;
        properties(file.name(), JobProperties.read(file.name(), file.content()));
      } else {
        XmlElement root = XmlReader.read(file.name(), file.content());
        kind = FileKind.of(root);
        isTold = true;
        read(file, root, kind);
      }
    } catch (LineageException unusable) {
      refused.put(file.name(), unusable.getMessage());
      if (!isTold) {
        unread.add(file.name());
      }
    }
    kinds.put(file.name(), kind);
  }

  private void read(PlanFile file, XmlElement root, FileKind kind) throws LineageException {
    switch (kind) {
      case COORDINATOR -> coordinators.put(file.name(), CoordinatorDefinition.read(root));
      case BUNDLE -> bundles.put(file.name(), BundleDefinition.read(root));
      case DATASETS -> {
        datasets.put(file.name(), DatasetDefinition.all(root, true));
        datasetFiles.put(file.name(), root);
      }
      case PROPERTIES -> properties(file.name(), HadoopConfiguration.properties(root));
      default -> roots.put(file.name(), root);
    }
  }

  private void properties(String file, Map<String, String> properties) {
    scopes.add(file, properties);
    propertyCounts.put(file, properties.size());
  }

  /** Properties in Java's form: what is not called XML and does not look like it. */
  private static boolean isText(PlanFile file) {
    if (file.name().endsWith(".xml")) {
      return false;
    }
    for (byte b : file.content()) {
      // Spaces, and the bytes of byte order marks.
      if (b > ' ') {
        return b != '<';
      }
    }
    return file.name().endsWith(".properties");
  }

  private void findOwner(String propertyFile) {
    scopes
        .applicationPaths(propertyFile)
        .forEach(
            (kind, path) -> {
              Match match = index.get(kind).find(path, propertyFile);
              if (match.file() != null && match.why() == null) {
                scopes.owns(propertyFile, match.file());
              }
            });
  }

  Map<String, BundleDefinition> bundles() {
    return bundles;
  }

  Map<String, CoordinatorDefinition> coordinators() {
    return coordinators;
  }

  /** The properties that a definition is submitted with. */
  Map<String, String> properties(String definition) {
    return scopes.of(definition, common);
  }

  /** True when a file of properties submits that definition. */
  boolean isSubmitted(String definition) {
    return scopes.isSubmitted(definition);
  }

  /** The given file that a path on the cluster means; where there is none, one not readable. */
  Match find(FileKind kind, String path, String namedIn) {
    Match match = index.get(kind).find(path, namedIn);
    if (match.file() != null || match.isAmbiguous()) {
      return match;
    }
    Match refusedOne = unread.find(path, namedIn);
    boolean isMeant = refusedOne.file() != null && refusedOne.why() == null;
    return isMeant ? refusedOne : match;
  }

  /** Why a given file cannot be used; null when it can. */
  String refusal(String file) {
    return refused.get(file);
  }

  /** The root of a file of datasets; empty when it was refused. */
  Optional<XmlElement> datasetFile(String file) {
    return Optional.ofNullable(datasetFiles.get(file));
  }

  /** The root of a workflow; empty when its file is not at hand or was refused. */
  Optional<XmlElement> workflow(String file) {
    return Optional.ofNullable(roots.get(file));
  }

  PlanFile file(String name) {
    return files.get(name);
  }

  /** The properties of a file beside another, none when there is none or it is not readable. */
  Map<String, String> defaults(String definition, String name) {
    Optional<byte[]> content = files.get(definition).beside().read(name);
    if (content.isEmpty()) {
      return Map.of();
    }
    try {
      return HadoopConfiguration.properties(XmlReader.read(name, content.get()));
    } catch (LineageException unusable) {
      findings.add(name, definition, 0, unusable.getMessage());
      return Map.of();
    }
  }

  /**
   * Reads every workflow by itself.
   *
   * @param runs the workflows that coordinators run, which are shown as they run them
   * @return those that none of them runs, nor another workflow, unless properties submit them
   */
  List<Workflow> workflowsAlone(Runs runs) {
    Map<String, Workflow> alone = new LinkedHashMap<>();
    roots.forEach(
        (file, root) -> {
          try {
            Optional<Workflow> run = isSubmitted(file) ? Optional.empty() : runs.firstRun(file);
            Workflow workflow =
                run.isPresent() ? run.get() : read(file, root, properties(file), filesFor(file));
            workflows.put(file, workflow);
            if (!runs.isRun(file)) {
              alone.put(file, workflow);
            }
          } catch (LineageException unusable) {
            refused.put(file, unusable.getMessage());
          }
        });
    settleCalls();
    alone
        .keySet()
        .removeIf(f -> subWorkflows.isCalled(f, workflows::containsKey) && !isSubmitted(f));
    subWorkflows
        .properties(file -> runs.isRun(file) || alone.containsKey(file))
        .forEach(this::showAsRun);
    alone.forEach((file, workflow) -> addFindings(workflow, file));
    return List.copyOf(alone.values());
  }

  private static Workflow read(
      String file, XmlElement root, Map<String, String> properties, AppFiles beside)
      throws LineageException {
    return new OozieWorkflowSource(file, root, properties, beside).read(file);
  }

  /** A sub-workflow is shown as the workflow that calls it runs it. */
  private void showAsRun(String file, Map<String, String> properties) {
    if (!workflows.containsKey(file) || isSubmitted(file)) {
      return;
    }
    try {
      AppFiles quiet = new GivenApps(files.get(file), finder, places, (f, p) -> {});
      workflows.put(file, read(file, roots.get(file), properties, quiet));
    } catch (LineageException unusable) {
      findings.add(file, file, 0, unusable.getMessage());
    }
  }

  /** The files at hand for a workflow: those beside it, and the given ones as sub-workflows. */
  AppFiles filesFor(String workflow) {
    return new GivenApps(
        files.get(workflow),
        finder,
        places,
        (file, properties) -> subWorkflows.add(workflow, file, properties));
  }

  /** Finds what workflows name among the given files. */
  private final class Finder implements GivenApps.Finder {
    @Override
    public Optional<String> workflow(String path, String namedIn) {
      return certain(FileKind.WORKFLOW, path, namedIn).filter(roots::containsKey);
    }

    @Override
    public Optional<String> settings(String path, String namedIn) {
      return certain(FileKind.PROPERTIES, path, namedIn).filter(propertyCounts::containsKey);
    }

    private Optional<String> certain(FileKind kind, String path, String namedIn) {
      Match match = find(kind, path, namedIn);
      boolean isMeant = match.file() != null && match.why() == null;
      return isMeant && !match.file().equals(namedIn)
          ? Optional.of(match.file())
          : Optional.empty();
    }

    @Override
    public Optional<String> whyMissing(String path, String namedIn) {
      Match match = find(FileKind.WORKFLOW, path, namedIn);
      if (match.file() != null && refused.containsKey(match.file())) {
        return Optional.of("was given and is refused (" + refused.get(match.file()) + ")");
      }
      return match.isAmbiguous()
          ? Optional.of("is not read, since " + match.why())
          : Optional.empty();
    }
  }

  /** The calls of sub-workflows so far are those of the action that was read last. */
  void settleCalls() {
    subWorkflows.settle();
  }

  /** What a workflow leaves open, and what is wrong with it. */
  void addFindings(Workflow workflow, String file) {
    for (Note note : workflow.notes()) {
      int as = note.text().indexOf(" stays as written: ");
      String expression = as < 0 ? "" : note.text().substring(0, as);
      String where = note.file().isEmpty() ? file : note.file();
      if (as >= 0 && !UriTemplate.isTimed(expression)) {
        String why = note.text().substring(as + " stays as written: ".length());
        findings.add(expression, where, note.line(), why);
      } else if (note.isFault()) {
        findings.add(note.job(), where, note.line(), note.text());
      }
    }
  }

  List<FileReport> reports(Runs runs) {
    List<FileReport> reports = new ArrayList<>();
    files.keySet().forEach(file -> reports.add(report(file, runs)));
    return reports;
  }

  private FileReport report(String file, Runs runs) {
    FileKind kind = kinds.get(file);
    if (refused.containsKey(file)) {
      return FileReport.refused(file, kind, refused.get(file));
    }
    if (kind == FileKind.WORKFLOW) {
      return FileReport.workflow(file, workflows.get(file));
    }
    String name =
        switch (kind) {
          case COORDINATOR -> coordinators.get(file).name();
          case BUNDLE -> bundles.get(file).name();
          default -> "";
        };
    return new FileReport(
        file,
        kind,
        null,
        name,
        null,
        runs.reports(file),
        kind == FileKind.DATASETS ? datasetReports(file) : List.of(),
        runs.members(file),
        propertyCounts.getOrDefault(file, 0));
  }

  private List<DatasetReport> datasetReports(String file) {
    Submission submission = Submission.of(Map.of(), properties(file), new Findings());
    return new Datasets(submission, datasets.get(file), false)
        .all().stream().map(d -> DatasetReport.of(d.definition().name(), d)).toList();
  }
}
