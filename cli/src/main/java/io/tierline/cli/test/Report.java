/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Surefire's report of one test class.
 *
 * @param testClass whose report it is
 * @param counts of its last run
 * @param failed tests that failed, each as Surefire takes it: CLASS#METHOD or CLASS
 * @param flaky tests that passed when they were run again
 */
record Report(String testClass, Counts counts, List<String> failed, List<String> flaky) {

  static Report read(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = Files.newInputStream(file)) {
      return read(factory.createXMLStreamReader(in));
    } catch (XMLStreamException broken) {
      throw new IOException(file + " is no report: " + broken.getMessage(), broken);
    }
  }

  private static Report read(XMLStreamReader xml) throws XMLStreamException {
    String testClass = "";
    Counts counts = Counts.NONE;
    String test = "";
    List<String> failed = new ArrayList<>();
    List<String> flaky = new ArrayList<>();
    while (xml.hasNext()) {
      if (xml.next() != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      switch (xml.getLocalName()) {
        case "testsuite" -> {
          testClass = attribute(xml, "name");
          counts =
              new Counts(
                  number(xml, "tests"),
                  number(xml, "failures"),
                  number(xml, "errors"),
                  number(xml, "skipped"));
        }
        case "testcase" -> test = test(attribute(xml, "classname"), attribute(xml, "name"));
        case "failure", "error" -> add(failed, test);
        case "flakyFailure", "flakyError" -> add(flaky, test);
        default -> {
          // Properties, and what the test printed.
        }
      }
    }
    return new Report(testClass, counts, failed, flaky);
  }

  /** Without a parameterized test's arguments; a class whose set-up failed has no method. */
  private static String test(String testClass, String name) {
    String method = name.replaceFirst("[^A-Za-z0-9_$].*", "");
    return method.isEmpty() ? testClass : testClass + "#" + method;
  }

  private static void add(List<String> tests, String test) {
    if (!tests.contains(test)) {
      tests.add(test);
    }
  }

  private static String attribute(XMLStreamReader xml, String name) {
    return Objects.requireNonNullElse(xml.getAttributeValue(null, name), "");
  }

  private static long number(XMLStreamReader xml, String name) {
    String text = attribute(xml, name);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }
}
