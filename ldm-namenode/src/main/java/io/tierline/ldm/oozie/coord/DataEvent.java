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

/**
 * What an action waits for or makes: instances of a dataset.
 *
 * @param name what the configuration calls it
 * @param dataset the dataset's name, as written
 * @param access whether the instances are read or written
 * @param instances single instances, as written
 * @param first the first of a range, as written; null when there is none
 * @param last the last of a range, as written; null when there is none
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
    String name = Required.attribute(element, "name");
    String first = element.childText("start-instance").orElse(null);
    String last = element.childText("end-instance").orElse(null);
    List<String> instances = element.children("instance").stream().map(XmlElement::text).toList();
    if (first == null != (last == null)) {
      throw element.refuse("'" + name + "' has only one end of a range of instances");
    }
    if (first == null && instances.isEmpty()) {
      throw element.refuse("'" + name + "' has no instance");
    }
    return new DataEvent(
        name,
        Required.attribute(element, "dataset"),
        access,
        instances,
        first,
        last,
        element.line());
  }
}
