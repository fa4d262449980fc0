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
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.util.Set;

/** What a file is, by its root element. */
public enum FileKind {
  /** A workflow; also what is none of the others, which its reader refuses. */
  WORKFLOW("workflow.xml"),
  /** A coordinator. */
  COORDINATOR("coordinator.xml"),
  /** A bundle. */
  BUNDLE("bundle.xml"),
  /** Datasets that coordinators include. */
  DATASETS("datasets.xml"),
  /** Properties, in either form. */
  PROPERTIES("job.properties");

  private static final Set<String> OWN_ROOTS =
      Set.of("workflow-app", "coordinator-app", "bundle-app", "datasets", "configuration");

  private final String defaultName;

  FileKind(String defaultName) {
    this.defaultName = defaultName;
  }

  /** The name of the file that a directory stands for. */
  String defaultName() {
    return defaultName;
  }

  /** True for all of these, and for what cannot be read, so that it is refused by its name. */
  public static boolean isDefinition(String name, byte[] content) {
    try {
      return OWN_ROOTS.contains(XmlReader.read(name, content).name());
    } catch (LineageException unreadable) {
      return true;
    }
  }

  static FileKind of(XmlElement root) {
    return switch (root.name()) {
      case "coordinator-app" -> COORDINATOR;
      case "bundle-app" -> BUNDLE;
      case "datasets" -> DATASETS;
      case "configuration" -> PROPERTIES;
      default -> WORKFLOW;
    };
  }
}
