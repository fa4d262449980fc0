/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Facts;
import io.tierline.ldm.oozie.el.Resolved;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads the workflow's definition and, where they are at hand, those of its sub-workflows. */
final class DefinitionLoader {
  /** Sub-workflows inside each other; Oozie's own default. */
  static final int DEPTH_MAX = 50;

  private final AppFiles files;
  private final NoteCollector notes;
  private final String rootDirectory;
  private AppPaths paths;

  DefinitionLoader(String rootFile, AppFiles files, NoteCollector notes) {
    this.files = files;
    this.notes = notes;
    this.rootDirectory = rootFile.substring(0, rootFile.lastIndexOf('/') + 1);
  }

  /** The workflow itself. */
  Unit root(
      String file, XmlElement root, Map<String, String> properties, Map<String, XmlElement> started)
      throws LineageException {
    Definition definition = DefinitionReader.read(root).started(started);
    noteNamespace(definition);
    Map<String, String> all = defaults("", definition);
    all.putAll(properties);
    String appPath = fact(all, "oozie.wf.application.path");
    paths = new AppPaths(appPath);
    Facts facts =
        new Facts(
            definition.name(),
            fact(all, "user.name", "mapreduce.job.user.name"),
            fact(all, "group.name", "oozie.job.acl"),
            appPath);
    Expressions expressions = new Expressions(named(facts, Map.of(), all), Map.of(), all);
    return new Unit(definition, expressions, definition.global(), "", List.of(file));
  }

  /**
   * The definition that a sub-workflow action runs, if it is at hand.
   *
   * <p>One that leads back to itself is a loop that a decision ends when it runs, as Oozie allows:
   * it is taken in once.
   *
   * @throws LineageException when it is at hand and cannot be used
   */
  Optional<Unit> below(Unit parent, XmlElement action, String job) throws LineageException {
    Optional<XmlElement> path = action.child("app-path");
    if (path.isEmpty()) {
      throw action.refuse("sub-workflow '" + job + "' has no <app-path>");
    }
    Resolved appPath = parent.expressions().resolve(path.get().text());
    NoteCollector here = notes.of(parent);
    here.unresolved(path.get().line(), job, appPath);
    Optional<String> local =
        locate(parent, action, appPath.text())
            .filter(beside -> files.read(beside).isPresent())
            .or(() -> files.elsewhere(appPath.text()));
    Optional<byte[]> document = local.flatMap(files::read);
    if (document.isEmpty()) {
      here.add(
          path.get().line(),
          job,
          "sub-workflow '%s' %s: what it reads and writes is not known"
              .formatted(
                  appPath.text(), files.whyMissing(appPath.text()).orElse("is not at hand")));
      return Optional.empty();
    }
    String file = files.shownAs(local.get()).orElse(rootDirectory + local.get());
    List<String> chain = parent.chainTo(file);
    if (parent.chain().contains(file)) {
      here.add(
          path.get().line(),
          job,
          "sub-workflow '%s' is one of those that run it: one round of the loop is shown"
              .formatted(appPath.text()));
      return Optional.empty();
    }
    if (chain.size() > DEPTH_MAX) {
      throw path.get().refuse("sub-workflows are nested more than " + DEPTH_MAX + " deep");
    }
    Definition definition = DefinitionReader.read(XmlReader.read(file, document.get()));
    return Optional.of(child(parent, action, definition, appPath.text(), local.get(), chain));
  }

  private Optional<String> locate(Unit parent, XmlElement action, String appPath) {
    String nameNode = NameNodes.stated(parent, action).orElse(null);
    return paths
        .locate(appPath, parent.directory(), nameNode)
        .map(path -> path.endsWith(".xml") ? path : (path + "/workflow.xml"))
        .map(path -> path.startsWith("/") ? path.substring(1) : path);
  }

  private Unit child(
      Unit parent,
      XmlElement action,
      Definition definition,
      String appPath,
      String local,
      List<String> chain) {
    boolean propagates = action.child("propagate-configuration").isPresent();
    Map<String, String> settled = new LinkedHashMap<>();
    if (propagates) {
      settled.putAll(parent.expressions().allProperties());
    }
    HadoopConfiguration.properties(action, "configuration")
        .forEach((name, value) -> settled.put(name, parent.expressions().resolve(value).text()));
    settled.put("oozie.wf.application.path", appPath);
    Facts above = parent.expressions().facts();
    Facts facts = new Facts(definition.name(), above.user(), above.group(), appPath);
    files.runs(local, submitted(settled, above));
    String directory = local.substring(0, Math.max(0, local.lastIndexOf('/')));
    Map<String, String> defaults = defaults(directory, definition);
    Expressions expressions = new Expressions(named(facts, settled, defaults), settled, defaults);
    Global global = propagates ? definition.global().over(parent.global()) : definition.global();
    return new Unit(definition, expressions, global, directory, chain);
  }

  private static Map<String, String> submitted(Map<String, String> settled, Facts facts) {
    Map<String, String> properties = new LinkedHashMap<>(settled);
    if (facts.user() != null) {
      properties.putIfAbsent("user.name", facts.user());
    }
    return properties;
  }

  /** Formal parameters and, above them, the properties of config-default.xml. */
  private Map<String, String> defaults(String directory, Definition definition) {
    Map<String, String> defaults = new HashMap<>(definition.parameters());
    String path = directory.isEmpty() ? "config-default.xml" : directory + "/config-default.xml";
    defaults.putAll(configuration(path).orElse(Map.of()));
    return defaults;
  }

  /**
   * The properties of a configuration file, if it is at hand and can be read.
   *
   * @param path relative to the workflow's directory
   */
  Optional<Map<String, String>> configuration(String path) {
    Optional<byte[]> content = files.read(path);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    try {
      XmlElement root = XmlReader.read(rootDirectory + path, content.get());
      return Optional.of(HadoopConfiguration.properties(root));
    } catch (LineageException unusable) {
      notes.addOnce(0, "", unusable.getMessage());
      return Optional.empty();
    }
  }

  /** The properties of a job-xml file that an action of this unit names. */
  Map<String, String> jobXml(Unit unit, XmlElement action, String written, String job) {
    Resolved path = unit.expressions().resolve(written);
    NoteCollector here = notes.of(unit);
    here.unresolved(action.line(), job, path);
    String nameNode = NameNodes.stated(unit, action).orElse(null);
    Optional<Map<String, String>> found =
        paths
            .locate(path.text(), unit.directory(), nameNode)
            .flatMap(this::configuration)
            .or(() -> files.settings(path.text()).flatMap(this::configuration));
    if (found.isEmpty()) {
      here.addOnce(
          action.line(),
          job,
          "job-xml '%s' is not at hand: what it sets is not known".formatted(path.text()));
    }
    return found.orElse(Map.of());
  }

  /** A fact that a property states; its own expressions are evaluated from the others. */
  private static String fact(Map<String, String> properties, String... names) {
    Expressions expressions = new Expressions(Facts.NONE, Map.of(), properties);
    for (String name : names) {
      Optional<Resolved> value = expressions.property(name);
      if (value.isPresent() && !value.get().text().isBlank()) {
        return value.get().text();
      }
    }
    return null;
  }

  /** The facts with the workflow's name evaluated: it may refer to properties. */
  private static Facts named(
      Facts facts, Map<String, String> settled, Map<String, String> properties) {
    String name = new Expressions(facts, settled, properties).resolve(facts.name()).text();
    return new Facts(name, facts.user(), facts.group(), facts.appPath());
  }

  private void noteNamespace(Definition definition) {
    if (!definition.namespace().startsWith("uri:oozie:workflow:")) {
      notes.add(
          1,
          "",
          "the root element is not in a namespace 'uri:oozie:workflow:…': Oozie itself refuses it");
    }
  }
}
