/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Workflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads workflows for tests. */
final class Workflows {
  private Workflows() {}

  /** A definition around some nodes. */
  static String definition(String nodes) {
    return "<workflow-app xmlns=\"uri:oozie:workflow:0.5\" name=\"w\">\n"
        + nodes
        + "\n</workflow-app>\n";
  }

  /** A definition of one action, whose body is given. */
  static String action(String body) {
    return definition(
        "<start to=\"a\"/><action name=\"a\">%s<ok to=\"end\"/><error to=\"end\"/></action>%s"
            .formatted(body, "<end name=\"end\"/>"));
  }

  static Workflow read(String xml, Map<String, String> properties) throws LineageException {
    return read("w.xml", xml.getBytes(StandardCharsets.UTF_8), properties, AppFiles.none());
  }

  static Workflow read(String xml) throws LineageException {
    return read(xml, Map.of());
  }

  static Workflow read(String file, byte[] xml, Map<String, String> properties, AppFiles files)
      throws LineageException {
    return new OozieWorkflowSource(file, xml, properties, files).read("id");
  }

  /** Reads a resource beside the tests, with the files beside it. */
  static Workflow resource(String name, Map<String, String> properties) throws LineageException {
    String directory = name.substring(0, name.lastIndexOf('/') + 1);
    AppFiles beside = path -> bytes(directory + path);
    return read(name, bytes(name).orElseThrow(), properties, beside);
  }

  private static Optional<byte[]> bytes(String name) {
    try (InputStream in = Workflows.class.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The message with which a definition is refused. */
  static String refusal(String xml) {
    return refusal(xml.getBytes(StandardCharsets.UTF_8));
  }

  static String refusal(byte[] xml) {
    LineageException refused =
        catchThrowableOfType(
            LineageException.class, () -> read("w.xml", xml, Map.of(), AppFiles.none()));
    assertThat(refused).as("the definition is refused").isNotNull();
    assertThat(refused.getMessage()).startsWith("w.xml:").doesNotContain("\n");
    return refused.getMessage();
  }

  static Job job(Workflow workflow, String name) {
    return workflow.jobs().stream().filter(j -> j.name().equals(name)).findFirst().orElseThrow();
  }

  static List<String> names(Workflow workflow) {
    return workflow.jobs().stream().map(Job::name).toList();
  }

  static List<String> notes(Workflow workflow) {
    return workflow.notes().stream().map(Note::text).toList();
  }

  /** A job's uses, for example {@code r /in} and {@code w? /out} for an inferred write. */
  static List<String> uses(Workflow workflow, String job) {
    return job(workflow, job).uses().stream()
        .map(
            use ->
                (use.access() == Access.READ ? "r" : "w")
                    + (use.inferred() ? "? " : " ")
                    + use.dataset())
        .toList();
  }

  /** A job's direct predecessors in one text. */
  static String after(Workflow workflow, String job) {
    return String.join(" ", new TreeSet<>(job(workflow, job).after()));
  }

  /** The jobs that never run together with a job, in one text. */
  static String excludes(Workflow workflow, String job) {
    return String.join(" ", new TreeSet<>(job(workflow, job).excludes()));
  }
}
