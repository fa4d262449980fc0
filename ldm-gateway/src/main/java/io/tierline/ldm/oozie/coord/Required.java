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

/** Parts without which Oozie takes no definition. */
final class Required {
  private Required() {}

  static String attribute(XmlElement element, String name) throws LineageException {
    return element
        .attribute(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> element.refuse("<%s> has no '%s'".formatted(element.name(), name)));
  }

  static XmlElement child(XmlElement element, String name) throws LineageException {
    return element
        .child(name)
        .orElseThrow(() -> element.refuse("<%s> has no <%s>".formatted(element.name(), name)));
  }
}
