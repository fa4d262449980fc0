/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Keys, defaults and their description never drift apart (Hadoop: TestConfigurationFieldsBase). */
class LdmKeysTest {
  /** A property of the defaults file. */
  private record Property(String value, String description) {}

  @Test
  void everyKeyIsInTheDefaultsFileAndNoOther() throws Exception {
    assertThat(properties().keySet()).isEqualTo(keysAndDefaults().keySet());
  }

  @Test
  void everyDefaultOfTheFileIsThatOfTheCode() throws Exception {
    Map<String, Property> properties = properties();
    for (var key : keysAndDefaults().entrySet()) {
      String value = properties.get(key.getKey()).value();
      if (key.getValue() instanceof Number number) {
        assertThat(Double.parseDouble(value)).as(key.getKey()).isEqualTo(number.doubleValue());
      } else {
        assertThat(value).as(key.getKey()).isEqualTo(key.getValue().toString());
      }
    }
  }

  @Test
  void everyKeyIsDescribed() throws Exception {
    properties()
        .forEach(
            (key, property) ->
                assertThat(property.description()).as(key).hasSizeGreaterThan(20).endsWith("."));
  }

  private static Map<String, Object> keysAndDefaults() throws ReflectiveOperationException {
    Map<String, Object> keys = new TreeMap<>();
    for (Field field : LdmKeys.class.getFields()) {
      if (field.getName().endsWith("_KEY")) {
        String name = field.getName().replaceFirst("_KEY$", "_DEFAULT");
        keys.put((String) field.get(null), LdmKeys.class.getField(name).get(null));
      }
    }
    assertThat(keys).isNotEmpty();
    return keys;
  }

  private static Map<String, Property> properties()
      throws IOException, ParserConfigurationException, SAXException {
    ClassLoader loader = LdmKeys.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(LdmKeys.DEFAULT_RESOURCE)) {
      Document file = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      Map<String, Property> properties = new TreeMap<>();
      NodeList elements = file.getElementsByTagName("property");
      for (int i = 0; i < elements.getLength(); i++) {
        Element element = (Element) elements.item(i);
        Property property = new Property(text(element, "value"), text(element, "description"));
        assertThat(properties.put(text(element, "name"), property)).isNull();
      }
      return properties;
    }
  }

  private static String text(Element element, String child) {
    return element.getElementsByTagName(child).item(0).getTextContent();
  }
}
