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
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/** Says in plain words why a document is not XML. */
final class Malformed {
  /** Marks that template languages leave in a file before it is filled in. */
  private static final List<Map.Entry<String, String>> TEMPLATE_MARKS =
      List.of(
          Map.entry("{%", "Jinja"),
          Map.entry("{{", "Jinja or Mustache"),
          Map.entry("<#", "FreeMarker"),
          Map.entry("<%", "ERB or JSP"),
          Map.entry("#foreach", "Velocity"),
          Map.entry("#if", "Velocity"),
          Map.entry("#set", "Velocity"));

  /** Sentences of the parser that say little to most readers, and what they mean. */
  private static final List<Map.Entry<String, String>> PLAIN_WORDS =
      List.of(
          Map.entry("XML document structures must start", "it ends before all its elements do"),
          Map.entry("Premature end of file", "it ends before its first element"),
          Map.entry("Content is not allowed in prolog", "text stands before the first element"),
          Map.entry("Content is not allowed in trailing", "text stands after the last element"),
          Map.entry("The markup in the document following", "more follows after the root element"),
          Map.entry(
              "The processing instruction target matching",
              "the XML declaration is not at the very start"),
          Map.entry("The content of elements must consist", "a '<' in a text starts no element"));

  private Malformed() {}

  static LineageException explain(String file, String text, XMLStreamException failure) {
    int line = failure.getLocation() == null ? 1 : failure.getLocation().getLineNumber();
    String reason = "not well-formed XML: " + message(failure);
    String shape = text.stripLeading().startsWith("<") ? template(text) : notMarkup(text);
    return Refusal.at(file, Math.max(1, line), reason + shape);
  }

  /** The parser's own sentence, without the position it repeats. */
  private static String message(XMLStreamException failure) {
    String message = String.valueOf(failure.getMessage());
    int start = message.indexOf("\nMessage: ");
    String sentence = start < 0 ? message : message.substring(start + "\nMessage: ".length());
    return PLAIN_WORDS.stream()
        .filter(plain -> sentence.startsWith(plain.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> unbound(sentence.strip()));
  }

  /** For prefixes without a declaration the parser gives only the key of its sentence. */
  private static String unbound(String sentence) {
    int key = sentence.indexOf("PrefixUnbound?");
    return key < 0
        ? sentence
        : "a prefix is not declared: "
            + sentence.substring(key + "PrefixUnbound?".length()).replace("&", ", ");
  }

  private static String notMarkup(String text) {
    return " (the file does not start with '<')" + template(text);
  }

  private static String template(String text) {
    for (Map.Entry<String, String> mark : TEMPLATE_MARKS) {
      int at = text.indexOf(mark.getKey());
      if (at >= 0) {
        long line = 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
        return " (it holds '%s' on line %d: a %s template that is not filled in?)"
            .formatted(mark.getKey(), line, mark.getValue());
      }
    }
    return "";
  }
}
