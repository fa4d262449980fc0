/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.xml;

import io.tierline.ldm.lineage.LineageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An element of a document that was read: names without prefixes, text, and where it stands. */
public final class XmlElement {
  private final String file;
  private final int line;
  private final String name;
  private final String namespace;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<XmlElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  XmlElement(String file, int line, String name, String namespace) {
    this.file = file;
    this.line = line;
    this.name = name;
    this.namespace = namespace;
  }

  void addAttribute(String attribute, String value) {
    attributes.put(attribute, value);
  }

  void addChild(XmlElement child) {
    children.add(child);
  }

  void addText(String characters) {
    text.append(characters);
  }

  /** The file it was read from, as given by the caller. */
  public String file() {
    return file;
  }

  /** The line on which the element starts. */
  public int line() {
    return line;
  }

  /** The local name. */
  public String name() {
    return name;
  }

  /** The namespace, "" when there is none. */
  public String namespace() {
    return namespace;
  }

  /** The attribute of that local name, trimmed. */
  public Optional<String> attribute(String attribute) {
    return Optional.ofNullable(attributes.get(attribute)).map(String::strip);
  }

  /** All children, in order. */
  public List<XmlElement> children() {
    return Collections.unmodifiableList(children);
  }

  /** The children of that local name, in order. */
  public List<XmlElement> children(String childName) {
    return children.stream().filter(c -> c.name.equals(childName)).toList();
  }

  /** The first child of that local name. */
  public Optional<XmlElement> child(String childName) {
    return children.stream().filter(c -> c.name.equals(childName)).findFirst();
  }

  /** The trimmed text of the first child of that local name. */
  public Optional<String> childText(String childName) {
    return child(childName).map(XmlElement::text);
  }

  /** The element's own text, trimmed: that of its children is not part of it. */
  public String text() {
    return text.toString().strip();
  }

  /** A refusal that points at this element. */
  public LineageException refuse(String reason) {
    return Refusal.at(file, line, reason);
  }
}
