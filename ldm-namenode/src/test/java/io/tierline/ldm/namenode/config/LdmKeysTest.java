/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.settings.Defaults;
import io.tierline.ldm.yarn.YarnKeys;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Keys, defaults and their description never drift apart (Hadoop: TestConfigurationFieldsBase). */
class LdmKeysTest {
  private static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(LdmKeys.class, LdmKeys.DEFAULT_RESOURCE),
        Arguments.of(YarnKeys.class, YarnKeys.DEFAULT_RESOURCE));
  }

  /** A property of the defaults file. */
  private record Property(String value, String description) {}

  @ParameterizedTest
  @MethodSource("files")
  void everyKeyIsInTheDefaultsFileAndNoOther(Class<?> keys, String file) throws Exception {
    assertThat(properties(file).keySet()).isEqualTo(keysAndDefaults(keys).keySet());
  }

  /** Hadoop leaves out a property whose value is empty: a default of nothing is a blank. */
  @Test
  void defaultsHoldEveryKeyOfTheirFile() throws Exception {
    assertThat(Defaults.LDM.keys()).isEqualTo(properties(LdmKeys.DEFAULT_RESOURCE).keySet());
    assertThat(Defaults.YARN.keys()).isEqualTo(properties(YarnKeys.DEFAULT_RESOURCE).keySet());
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyDefaultOfTheFileIsThatOfTheCode(Class<?> keys, String file) throws Exception {
    Map<String, Property> properties = properties(file);
    for (var key : keysAndDefaults(keys).entrySet()) {
      String value = properties.get(key.getKey()).value();
      if (key.getValue() instanceof Number number) {
        assertThat(Double.parseDouble(value)).as(key.getKey()).isEqualTo(number.doubleValue());
      } else {
        assertThat(value).as(key.getKey()).isEqualTo(key.getValue().toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyKeyIsDescribed(Class<?> keys, String file) throws Exception {
    properties(file)
        .forEach(
            (key, property) ->
                assertThat(property.description()).as(key).hasSizeGreaterThan(20).endsWith("."));
  }

  private static Map<String, Object> keysAndDefaults(Class<?> named)
      throws ReflectiveOperationException {
    Map<String, Object> keys = new TreeMap<>();
    for (Field field : named.getFields()) {
      if (field.getName().endsWith("_KEY")) {
        String name = field.getName().replaceFirst("_KEY$", "_DEFAULT");
        keys.put((String) field.get(null), named.getField(name).get(null));
      }
    }
    assertThat(keys).isNotEmpty();
    return keys;
  }

  private static Map<String, Property> properties(String file)
      throws IOException, ParserConfigurationException, SAXException {
    ClassLoader loader = LdmKeys.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(file)) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      Map<String, Property> properties = new TreeMap<>();
      NodeList elements = document.getElementsByTagName("property");
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
