/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Hadoop's form of properties: {@code <property><name>…</name><value>…</value></property>}. */
public final class HadoopConfiguration {
  private HadoopConfiguration() {}

  /** The properties below an element; of two with one name the last stands. */
  public static Map<String, String> properties(XmlElement configuration) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (XmlElement property : configuration.children("property")) {
      Optional<String> name = property.childText("name").filter(n -> !n.isEmpty());
      Optional<String> value = property.childText("value");
      if (name.isPresent() && value.isPresent()) {
        properties.put(name.get(), value.get());
      }
    }
    return properties;
  }

  /** The properties below the first child of that name, none when it is absent. */
  public static Map<String, String> properties(XmlElement parent, String child) {
    return parent.child(child).map(HadoopConfiguration::properties).orElse(Map.of());
  }
}
