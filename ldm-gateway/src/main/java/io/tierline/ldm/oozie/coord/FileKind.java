/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.xml.XmlElement;

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

  private final String defaultName;

  FileKind(String defaultName) {
    this.defaultName = defaultName;
  }

  /** The name of the file that a directory stands for. */
  String defaultName() {
    return defaultName;
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
