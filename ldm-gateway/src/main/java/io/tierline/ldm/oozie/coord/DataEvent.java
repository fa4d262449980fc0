/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.List;
import java.util.Optional;

/**
 * What an action waits for or makes: instances of a dataset.
 *
 * @param name what the configuration calls it
 * @param dataset the dataset's name, as written; "" when it is not given
 * @param access whether the instances are read or written
 * @param instances single instances, as written
 * @param first the first of a range, as written; null when it is not given
 * @param last the last of a range, as written; null when it is not given
 * @param line where it stands
 */
record DataEvent(
    String name,
    String dataset,
    Access access,
    List<String> instances,
    String first,
    String last,
    int line) {

  static DataEvent of(XmlElement element, Access access) throws LineageException {
    return new DataEvent(
        Required.attribute(element, "name"),
        element.attribute("dataset").orElse(""),
        access,
        element.children("instance").stream().map(XmlElement::text).toList(),
        element.childText("start-instance").orElse(null),
        element.childText("end-instance").orElse(null),
        element.line());
  }

  boolean isRange() {
    return first != null && last != null;
  }

  /** What it lacks to name instances of a dataset; empty when it lacks nothing. */
  Optional<String> lack() {
    if (dataset.isEmpty()) {
      return Optional.of("it names no dataset");
    }
    if ((first == null) != (last == null)) {
      return Optional.of("it has only one end of a range of instances");
    }
    boolean none = first == null && instances.isEmpty();
    return none ? Optional.of("it has no instance") : Optional.empty();
  }
}
