/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** What the body of a request holds: JSON in UTF-8, perhaps packed, of a bounded size. */
final class RequestBody {
  private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
  private static final Set<String> PLAIN = Set.of("", "identity");

  private RequestBody() {}

  static Workflow workflow(String json) throws LineageException {
    return new LineageDocument(json).read("");
  }

  /** A page of another origin cannot say so without being asked first. */
  static void requireJson(HttpServletRequest request) throws HttpError {
    String type = request.getContentType();
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw new HttpError(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "send Content-Type: application/json");
    }
  }

  /**
   * Reads the body.
   *
   * @param most bytes that it may have, packed or not
   * @throws HttpError with 413 when it is larger, 415 when it is packed in a way that is not known,
   *     400 when it is not what it says it is
   */
  static String text(HttpServletRequest request, int most) throws IOException {
    String encoding = request.getHeader("Content-Encoding");
    String packing = encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT);
    if (!GZIP.contains(packing) && !PLAIN.contains(packing)) {
      throw new HttpError(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
          "Content-Encoding may be gzip, not " + encoding);
    }
    byte[] bytes = bounded(request.getInputStream(), most);
    return decoded(GZIP.contains(packing) ? unpacked(bytes, most) : bytes);
  }

  private static byte[] bounded(InputStream in, int most) throws IOException {
    byte[] bytes = in.readNBytes(most + 1);
    if (bytes.length > most) {
      throw new HttpError(
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "at most " + most + " bytes are read");
    }
    return bytes;
  }

  private static byte[] unpacked(byte[] packed, int most) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return bounded(in, most);
    } catch (HttpError tooLarge) {
      throw tooLarge;
    } catch (IOException e) {
      throw new HttpError(HttpServletResponse.SC_BAD_REQUEST, "the body is not gzip");
    }
  }

  /** What is no UTF-8 would turn into other paths than were meant. */
  private static String decoded(byte[] bytes) throws HttpError {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new HttpError(HttpServletResponse.SC_BAD_REQUEST, "the body is not UTF-8");
    }
  }
}
