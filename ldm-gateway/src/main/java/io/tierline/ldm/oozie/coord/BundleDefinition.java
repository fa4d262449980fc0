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
import io.tierline.ldm.oozie.HadoopConfiguration;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A bundle as written, of any schema version.
 *
 * @param file what to call it in messages
 * @param name its name
 * @param parameters defaults of properties
 * @param coordinators what it starts
 */
record BundleDefinition(
    String file, String name, Map<String, String> parameters, List<Member> coordinators) {
  /** Coordinators of one bundle. */
  static final int COORDINATORS_MAX = 5_000;

  /**
   * A coordinator of the bundle.
   *
   * @param name what the bundle calls it
   * @param enabled whether it is started, as written
   * @param appPath its definition
   * @param configuration its properties, above those of the bundle
   * @param line where it stands
   */
  record Member(
      String name,
      String enabled,
      XmlElement appPath,
      Map<String, String> configuration,
      int line) {}

  static BundleDefinition read(XmlElement root) throws LineageException {
    List<Member> members = new ArrayList<>();
    for (XmlElement coordinator : root.children("coordinator")) {
      if (members.size() >= COORDINATORS_MAX) {
        throw coordinator.refuse("there are more than " + COORDINATORS_MAX + " coordinators");
      }
      members.add(
          new Member(
              Required.attribute(coordinator, "name"),
              coordinator.attribute("enabled").orElse("true"),
              Required.child(coordinator, "app-path"),
              HadoopConfiguration.properties(coordinator, "configuration"),
              coordinator.line()));
    }
    if (members.isEmpty()) {
      throw root.refuse("the bundle has no <coordinator>");
    }
    return new BundleDefinition(
        root.file(),
        Required.attribute(root, "name"),
        HadoopConfiguration.properties(root, "parameters"),
        members);
  }
}
