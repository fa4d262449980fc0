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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A local file that holds lineage: a document, or an Oozie workflow when it starts as XML does. */
public final class LineageFile {
  /** Until the definition has told its name. */
  private static final String NAMELESS = "workflow";

  private LineageFile() {}

  /**
   * Reads all workflows: those of an array of documents, or the only one.
   *
   * @param given as for {@link #read}
   * @throws LineageException naming the file when it cannot be read or holds no lineage
   */
  public static List<Workflow> readAll(List<String> given) throws LineageException {
    Path file = Path.of(given.get(0));
    String text = text(LocalFiles.content(file));
    if (given.size() > 1 || !text.stripLeading().startsWith("[")) {
      return List.of(read(given));
    }
    try {
      return LineageDocument.readAll(text);
    } catch (LineageException e) {
      throw Refusal.at(file.toString(), 0, e.getMessage());
    }
  }

  /**
   * Reads the workflow.
   *
   * @param given the file, and perhaps a file of the properties an Oozie workflow is submitted with
   * @throws LineageException naming the file when it cannot be read or holds no lineage
   */
  public static Workflow read(List<String> given) throws LineageException {
    Path file = Path.of(given.get(0));
    byte[] content = LocalFiles.content(file);
    if (!isXml(content)) {
      if (given.size() > 1) {
        throw Refusal.at(file.toString(), 0, "properties go with an Oozie workflow only");
      }
      return document(file, content);
    }
    Map<String, String> properties =
        given.size() > 1
            ? JobProperties.read(given.get(1), LocalFiles.content(Path.of(given.get(1))))
            : Map.of();
    LocalFiles beside = new LocalFiles(file.toAbsolutePath().getParent());
    Workflow workflow =
        new OozieWorkflowSource(file.toString(), content, properties, beside).read(NAMELESS);
    return withId(workflow);
  }

  private static Workflow document(Path file, byte[] content) throws LineageException {
    try {
      return new LineageDocument(text(content)).read("");
    } catch (LineageException e) {
      throw Refusal.at(file.toString(), 0, e.getMessage());
    }
  }

  /** Some editors begin a file with a mark of its encoding. */
  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "");
  }

  private static boolean isXml(byte[] content) {
    return new String(content, StandardCharsets.UTF_8).stripLeading().startsWith("<");
  }

  /** An Oozie workflow is registered under its name, as far as an id may hold it. */
  static Workflow withId(Workflow workflow) throws LineageException {
    return workflow.withId(id(workflow.name()));
  }

  /** A name as far as an id may hold it. */
  static String id(String name) {
    return name.replaceAll("[^A-Za-z0-9._@:+-]", "-");
  }
}
