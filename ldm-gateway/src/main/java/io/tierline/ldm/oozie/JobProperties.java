/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.xml.Refusal;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** The properties that a workflow is submitted with. */
public final class JobProperties {
  private JobProperties() {}

  /**
   * Reads a properties file or a Hadoop configuration, whichever the content is.
   *
   * @param file what to call it in messages
   * @throws LineageException when it is neither
   */
  public static Map<String, String> read(String file, byte[] content) throws LineageException {
    if (content.length > XmlReader.BYTES_MAX) {
      throw Refusal.at(file, 0, "a file of properties may have " + XmlReader.BYTES_MAX + " bytes");
    }
    String text = decode(content);
    return text.stripLeading().startsWith("<") ? fromXml(file, content) : fromText(file, text);
  }

  private static Map<String, String> fromXml(String file, byte[] content) throws LineageException {
    XmlElement root = XmlReader.read(file, content);
    if (!root.name().equals("configuration")) {
      throw root.refuse("not a Hadoop configuration: the root element is <" + root.name() + ">");
    }
    return HadoopConfiguration.properties(root);
  }

  private static Map<String, String> fromText(String file, String text) throws LineageException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException malformed) {
      throw Refusal.at(file, 0, "not a file of properties: " + malformed.getMessage());
    }
    Map<String, String> values = new LinkedHashMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name).strip()));
    return values;
  }

  /** UTF-8 as people write it today, or Latin-1 as the format once demanded. */
  private static String decode(byte[] content) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException latin) {
      text = new String(content, StandardCharsets.ISO_8859_1);
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
