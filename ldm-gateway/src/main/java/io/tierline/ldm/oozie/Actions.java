/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads actions: a table of the kinds, and what is common to all. */
final class Actions {
  /** Properties by which people state what a definition hides. */
  static final String READS = "tierline.reads";

  static final String WRITES = "tierline.writes";

  private static final Map<String, ActionReader> KINDS =
      Map.ofEntries(
          Map.entry("map-reduce", new MapReduceAction()),
          Map.entry("java", new JavaAction()),
          Map.entry("distcp", new DistcpAction()),
          Map.entry("fs", new FsAction()),
          Map.entry("sqoop", new SqoopAction()),
          Map.entry("git", new GitAction()),
          Map.entry("pig", new ScriptAction()),
          Map.entry("hive", new ScriptAction()),
          Map.entry("hive2", new ScriptAction()),
          Map.entry("spark", new ScriptAction()),
          Map.entry("shell", new ScriptAction()),
          Map.entry("ssh", scope -> {}),
          Map.entry("email", scope -> {}),
          Map.entry("sub-workflow", scope -> {}));

  private final DefinitionLoader definitions;
  private final NoteCollector notes;
  private final String ownFileSystem;

  Actions(DefinitionLoader definitions, NoteCollector notes, String ownFileSystem) {
    this.definitions = definitions;
    this.notes = notes;
    this.ownFileSystem = ownFileSystem;
  }

  /** Reads the action of a step. */
  ActionScope read(Step step) {
    XmlElement body = step.node.body();
    String nameNode = NameNodes.stated(step.unit, body).orElse(null);
    ActionPaths paths = new ActionPaths(nameNode, ownFileSystem, step.unit.expressions().facts());
    ActionScope scope = new ActionScope(step, paths, configuration(step), notes.of(step.unit));
    ActionReader reader = KINDS.get(body.name());
    if (reader == null) {
      scope.note(
          "unknown action type '%s': what it reads and writes is not known".formatted(body.name()));
    } else {
      reader.read(scope);
    }
    if (!scope.writesStated()) {
      inferFromPrepare(scope);
    }
    scope.property(READS).ifPresent(stated -> scope.override(Access.READ, stated));
    scope.property(WRITES).ifPresent(stated -> scope.override(Access.WRITE, stated));
    return scope;
  }

  /** True for the kinds whose programs, not their definitions, decide what is read and written. */
  static boolean hidesItsPaths(ActionScope action) {
    ActionReader reader = KINDS.get(action.body().name());
    return reader instanceof ScriptAction
        || reader instanceof JavaAction
        || reader instanceof SqoopAction;
  }

  /** What the action deletes before it runs it will write: else the delete would be for nothing. */
  private static void inferFromPrepare(ActionScope scope) {
    scope
        .body()
        .child("prepare")
        .ifPresent(
            prepare ->
                prepare
                    .children("delete")
                    .forEach(
                        delete ->
                            delete
                                .attribute("path")
                                .filter(path -> !path.isEmpty())
                                .ifPresent(path -> inferWrite(scope, path))));
  }

  private static void inferWrite(ActionScope scope, String path) {
    String directory = path.endsWith("/*") ? path.substring(0, path.length() - 2) : path;
    if (!directory.contains("*")) {
      scope.infers(Access.WRITE, scope.evaluate(directory));
    }
  }

  /** The action's properties; later sources win, in the order of Oozie. */
  private Map<String, String> configuration(Step step) {
    XmlElement body = step.node.body();
    Map<String, String> properties = new LinkedHashMap<>();
    if (!body.name().equals("sub-workflow")) {
      for (XmlElement file : body.children("job-xml")) {
        properties.putAll(definitions.jobXml(step.unit, body, file.text(), step.name));
      }
      for (String file : step.unit.global().jobXml()) {
        properties.putAll(definitions.jobXml(step.unit, body, file, step.name));
      }
      properties.putAll(step.unit.global().configuration());
    }
    properties.putAll(HadoopConfiguration.properties(body, "configuration"));
    return properties;
  }
}
