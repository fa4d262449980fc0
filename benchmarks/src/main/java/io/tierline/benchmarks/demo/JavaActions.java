/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.commons.text.StringSubstitutor;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Reads the main classes and arguments of a workflow's {@code java} actions. Lineage comes from the
 * Oozie reader of LDM; this is the part of Oozie that runs the actions.
 */
final class JavaActions {
  private final Path file;
  private final StringSubstitutor variables;

  private JavaActions(Path file, Map<String, String> properties) {
    this.file = file;
    variables = new StringSubstitutor(properties).setEnableUndefinedVariableException(true);
  }

  /** The actions by name, in the order of the file. */
  static Map<String, ChainAction> read(Path file, Map<String, String> properties)
      throws IOException {
    return new JavaActions(file, properties).actions();
  }

  private Map<String, ChainAction> actions() throws IOException {
    Map<String, ChainAction> actions = new LinkedHashMap<>();
    for (Element element : elements(parse().getDocumentElement(), "action")) {
      List<Element> java = elements(element, "java");
      String name = element.getAttribute("name");
      if (java.isEmpty()) {
        throw new DemoException(
            file + ": action '" + name + "' is no java action; the demo runs no other");
      }
      actions.put(name, action(name, java.get(0)));
    }
    return actions;
  }

  private ChainAction action(String name, Element java) throws DemoException {
    try {
      List<String> arguments =
          elements(java, "arg").stream().map(arg -> variables.replace(text(arg))).toList();
      return new ChainAction(name, text(elements(java, "main-class").get(0)), arguments);
    } catch (IllegalArgumentException undefined) {
      throw new DemoException(
          file + ": action '" + name + "': " + undefined.getMessage(), undefined);
    }
  }

  private Document parse() throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(file.toFile());
    } catch (SAXException | ParserConfigurationException e) {
      throw new DemoException(file + ": " + e.getMessage(), e);
    }
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagNameNS("*", name);
    List<Element> found = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      found.add((Element) nodes.item(i));
    }
    return found;
  }

  private static String text(Element element) {
    return element.getTextContent().strip();
  }
}
