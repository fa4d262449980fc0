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
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns a document's bytes into characters, by its byte order mark, its declaration, or as UTF-8.
 * Bytes that are no text become U+FFFD, as they do in Oozie: a comment in another encoding must not
 * cost the definition. Done before parsing: the JDK's parser prints a line of its own for them.
 */
final class Decoder {
  /** An XML declaration is shorter. */
  private static final int DECLARATION_MAX = 200;

  private static final Pattern DECLARED =
      Pattern.compile("^<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([^\"']+)[\"']");

  private Decoder() {}

  static String decode(String file, byte[] document) throws LineageException {
    String text = new String(document, charset(file, document));
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static Charset charset(String file, byte[] document) throws LineageException {
    int first = document.length < 2 ? 0 : (document[0] & 0xff) << 8 | document[1] & 0xff;
    if (first == 0xfeff || first == 0x003c) {
      return StandardCharsets.UTF_16BE;
    }
    if (first == 0xfffe || first == 0x3c00) {
      return StandardCharsets.UTF_16LE;
    }
    int length = Math.min(document.length, DECLARATION_MAX);
    Matcher declared =
        DECLARED.matcher(new String(document, 0, length, StandardCharsets.ISO_8859_1));
    if (!declared.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      Charset charset = Charset.forName(declared.group(1));
      // What could be read so far shows that it is no encoding of two bytes a character.
      return charset.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : charset;
    } catch (IllegalArgumentException unknown) {
      throw Refusal.at(file, 1, "encoding '" + declared.group(1) + "' is not known");
    }
  }
}
