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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * @param firstFailure the first that failed and what it said, in one line; empty when none did
 * @param java the version of the Java that it ran in
 * @param classPath what it ran with
 */
record Report(
    String testClass,
    Counts counts,
    List<String> failed,
    List<String> flaky,
    String firstFailure,
    String java,
    String classPath) {

  static Report read(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = Files.newInputStream(file)) {
      return new Reader(factory.createXMLStreamReader(in)).read();
    } catch (XMLStreamException broken) {
      throw new IOException(file + " is no report: " + broken.getMessage(), broken);
    }
  }

  /** Takes one report apart. */
  private static final class Reader {
    private final XMLStreamReader xml;
    private final List<String> failed = new ArrayList<>();
    private final List<String> flaky = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private String testClass = "";
    private Counts counts = Counts.NONE;
    private String test = "";
    private String firstFailure = "";

    Reader(XMLStreamReader xml) {
      this.xml = xml;
    }

    Report read() throws XMLStreamException {
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT) {
          element(xml.getLocalName());
        }
      }
      return new Report(
          testClass,
          counts,
          failed,
          flaky,
          firstFailure,
          properties.getOrDefault("java.version", ""),
          properties.getOrDefault("surefire.test.class.path", ""));
    }

    private void element(String name) {
      switch (name) {
        case "testsuite" -> {
          testClass = attribute("name");
          counts =
              new Counts(number("tests"), number("failures"), number("errors"), number("skipped"));
        }
        case "property" -> properties.put(attribute("name"), attribute("value"));
        case "testcase" -> test = test(attribute("classname"), attribute("name"));
        case "failure", "error" -> {
          add(failed, test);
          firstFailure = firstFailure.isEmpty() ? firstFailure() : firstFailure;
        }
        case "flakyFailure", "flakyError" -> add(flaky, test);
        default -> {
          // What the test printed.
        }
      }
    }

    private String firstFailure() {
      String said = attribute("message").strip();
      return test + ": " + (said.isEmpty() ? attribute("type") : said.lines().findFirst().get());
    }

    private String attribute(String name) {
      return Objects.requireNonNullElse(xml.getAttributeValue(null, name), "");
    }

    private long number(String name) {
      String text = attribute(name);
      return text.isEmpty() ? 0 : Long.parseLong(text);
    }
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
}
