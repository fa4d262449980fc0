/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * What a cluster consists of, as its folder tells. It is written when all of it has run once, so a
 * folder without it holds nothing of worth.
 *
 * @param stock whether it is without Tierline
 * @param ha whether it has two NameNodes
 * @param daemons in the order of their start
 */
record ClusterRecord(boolean stock, boolean ha, List<DaemonRecord> daemons) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * One daemon.
   *
   * @param name its role and number, which is also the name of its folder
   * @param arguments of its main class
   * @param port that it listens at
   * @param page where it shows itself; empty where it has no page
   */
  record DaemonRecord(String name, List<String> arguments, int port, String page) {}

  static ClusterRecord read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), ClusterRecord.class);
  }

  /** Writes it whole or not at all. */
  void write(Path file) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    JSON.writeValue(written.toFile(), this);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** How many daemons have that role. */
  int count(Role role) {
    return (int) daemons.stream().filter(daemon -> Role.of(daemon.name()) == role).count();
  }

  /** Whether it has an Oozie server. */
  @JsonIgnore
  boolean hasOozie() {
    return count(Role.OOZIE) > 0;
  }

  /** The daemons that are started together. */
  List<DaemonRecord> stage(int stage) {
    return daemons.stream().filter(daemon -> Role.of(daemon.name()).stage() == stage).toList();
  }

  /** The daemon of that name. */
  DaemonRecord daemon(String name) {
    return daemons.stream().filter(daemon -> daemon.name().equals(name)).findFirst().orElseThrow();
  }
}
