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
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a document into a tree of {@link XmlElement}s.
 *
 * <p>The input may be hostile: a DOCTYPE is refused (it is the door to external entities and to
 * entities that expand without end), and size, depth and number of elements are bounded. The JDK's
 * own parser is used, whatever else is on the class path.
 */
public final class XmlReader {
  /** Largest document, 4 MiB; Oozie itself refuses more than 100,000 characters by default. */
  public static final int BYTES_MAX = 4 << 20;

  /** Deepest nesting; a workflow needs about ten levels. */
  static final int DEPTH_MAX = 100;

  /** Most elements of one document. */
  static final int ELEMENTS_MAX = 200_000;

  private static final XMLInputFactory FACTORY = factory();

  private final String file;
  private final String document;
  private final Deque<XmlElement> open = new ArrayDeque<>();
  private XmlElement root;
  private int elements;

  private XmlReader(String file, String document) {
    this.file = file;
    this.document = document;
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setXMLResolver(
        (publicId, systemId, baseUri, namespace) -> new ByteArrayInputStream(new byte[0]));
    return factory;
  }

  /**
   * Reads a document.
   *
   * @param file what to call the document in messages
   * @throws LineageException when it is not well-formed XML, has a DOCTYPE or is too large
   */
  public static XmlElement read(String file, byte[] document) throws LineageException {
    if (document.length > BYTES_MAX) {
      throw Refusal.at(
          file, 0, "%d bytes are too many; at most %d".formatted(document.length, BYTES_MAX));
    }
    String text = Decoder.decode(file, document);
    if (text.isBlank()) {
      throw Refusal.at(file, 1, "the file is empty");
    }
    try {
      return new XmlReader(file, text).read();
    } catch (XMLStreamException notWellFormed) {
      throw Malformed.explain(file, text, notWellFormed);
    }
  }

  private XmlElement read() throws XMLStreamException, LineageException {
    XMLStreamReader reader = FACTORY.createXMLStreamReader(new StringReader(document));
    try {
      while (reader.hasNext()) {
        // Where the last event ended is where the next one starts.
        int line = Math.max(1, reader.getLocation().getLineNumber());
        accept(reader, next(reader), line);
      }
    } finally {
      reader.close();
    }
    return root;
  }

  /** On some malformed input the JDK's parser fails instead of reporting it. */
  private static int next(XMLStreamReader reader) throws XMLStreamException {
    try {
      return reader.next();
    } catch (RuntimeException fault) {
      throw new XMLStreamException(
          "the parser stops here (" + fault.getMessage() + ")", reader.getLocation(), fault);
    }
  }

  private void accept(XMLStreamReader reader, int event, int line) throws LineageException {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> start(reader, line);
      case XMLStreamConstants.END_ELEMENT -> open.pop();
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
        if (!open.isEmpty()) {
          open.peek().addText(reader.getText());
        }
      }
      case XMLStreamConstants.DTD ->
          throw Refusal.at(file, line, "a DOCTYPE is not allowed in a workflow");
      default -> {
        // Comments and processing instructions say nothing about lineage.
      }
    }
  }

  private void start(XMLStreamReader reader, int line) throws LineageException {
    if (open.size() >= DEPTH_MAX) {
      throw Refusal.at(file, line, "elements are nested more than " + DEPTH_MAX + " deep");
    }
    if (++elements > ELEMENTS_MAX) {
      throw Refusal.at(file, line, "there are more than " + ELEMENTS_MAX + " elements");
    }
    String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
    int startLine = open.isEmpty() ? rootLine(line, reader.getLocalName()) : line;
    XmlElement element = new XmlElement(file, startLine, reader.getLocalName(), namespace);
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      element.addAttribute(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    if (open.isEmpty()) {
      root = element;
    } else {
      open.peek().addChild(element);
    }
    open.push(element);
  }

  /** The parser skips blank lines before the root element without saying so. */
  private int rootLine(int line, String name) {
    int at = 0;
    for (int i = 1; i < line; i++) {
      at = document.indexOf('\n', at) + 1;
    }
    Matcher root = Pattern.compile("<([^\\s<>]*:)?" + Pattern.quote(name)).matcher(document);
    if (!root.find(at)) {
      return line;
    }
    return line + (int) document.substring(at, root.start()).chars().filter(c -> c == '\n').count();
  }
}
