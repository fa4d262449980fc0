/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one command, written as one JSON object: {@code command}, {@code commit}, {@code
 * machine}, {@code parameters} and {@code results}.
 *
 * <p>A result is one contender in one case. It names its {@code contender} and, where they apply,
 * its {@code workload}, {@code job}, {@code dataset} and {@code repeat}; its figures have plain
 * keys with the unit in the name, for example {@code seconds} or {@code bytes_written}.
 *
 * <p>Of a run that was stopped or has failed there are those results that it had, and {@code
 * partial} is true.
 *
 * <p>The commit is what the system property {@code tierline.commit} says; {@code ./tierline} sets
 * it.
 */
public final class Figures {
  /** Set by {@code ./tierline} to the commit that was built. */
  public static final String COMMIT_PROPERTY = "tierline.commit";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final String command;
  private final Map<String, Object> parameters = new LinkedHashMap<>();
  private final List<Map<String, Object>> results = new ArrayList<>();
  private boolean partial;

  private Figures(String command) {
    this.command = command;
  }

  /** Figures of the command with that name, as the user types it after {@code ./tierline}. */
  public static Figures of(String command) {
    return new Figures(command);
  }

  /** Records what the run was given; null stands for "not given". */
  public Figures parameter(String name, Object value) {
    parameters.put(name, value);
    return this;
  }

  /** Adds the figures of one contender in one case; they keep the map's order. */
  public Figures result(Map<String, ?> figures) {
    results.add(new LinkedHashMap<>(figures));
    return this;
  }

  /** Says whether the run came to its end. */
  public Figures partial(boolean isPartial) {
    partial = isPartial;
    return this;
  }

  /**
   * Writes the object, with its directory where that is missing.
   *
   * @throws IOException when the file cannot be written
   */
  public void write(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Files.writeString(file, text() + "\n");
  }

  /** The object as text. */
  public String text() throws IOException {
    return JSON.writeValueAsString(toMap());
  }

  private Map<String, Object> toMap() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("command", command);
    all.put("commit", System.getProperty(COMMIT_PROPERTY, "unknown"));
    all.put("machine", Machine.current().toMap());
    all.put("parameters", parameters);
    if (partial) {
      all.put("partial", true);
    }
    all.put("results", results);
    return all;
  }
}
