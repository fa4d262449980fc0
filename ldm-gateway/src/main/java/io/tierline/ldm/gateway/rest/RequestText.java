/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The body of a request: JSON in UTF-8, perhaps packed, of a bounded size, with its part of the
 * memory that all requests share. That is given back when it is closed.
 */
final class RequestText implements AutoCloseable {
  private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
  private static final Set<String> PLAIN = Set.of("", "identity");
  private static final int STEP = 1 << 14;
  private static final long LONGEST_MS = 30_000;

  private final SharedRoom room;
  private final String user;
  private final int most;
  private final LongSupplier millis;
  private long taken;

  /**
   * Nothing is read yet.
   *
   * @param most bytes that it may have, unpacked
   * @param millis a clock that only goes forward
   */
  RequestText(SharedRoom room, String user, int most, LongSupplier millis) {
    this.room = room;
    this.user = user;
    this.most = most;
    this.millis = millis;
  }

  /**
   * Reads it.
   *
   * @throws Refused with 413 when it is too large, 415 when it is no JSON or packed in a way that
   *     is not known, 400 when it is not what it says it is, 503 when there is no room
   */
  String read(HttpServletRequest request) throws IOException {
    String type = request.getContentType();
    // A page of another origin cannot say so without being asked first.
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw new Refused(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "send Content-Type: application/json");
    }
    String encoding = request.getHeader("Content-Encoding");
    String packing = encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT);
    if (!GZIP.contains(packing) && !PLAIN.contains(packing)) {
      throw new Refused(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "Content-Encoding may be gzip");
    }
    try {
      InputStream in = request.getInputStream();
      byte[] bytes = bounded(GZIP.contains(packing) ? new GZIPInputStream(in, STEP) : in);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (ZipException | EOFException e) {
      throw new Refused(HttpServletResponse.SC_BAD_REQUEST, "the body is not gzip, or ends early");
    } catch (CharacterCodingException e) {
      // What is no UTF-8 would turn into other paths than were meant.
      throw new Refused(HttpServletResponse.SC_BAD_REQUEST, "the body is not UTF-8");
    }
  }

  private byte[] bounded(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] step = new byte[STEP];
    long end = millis.getAsLong() + LONGEST_MS;
    for (int read = in.read(step); read >= 0; read = in.read(step)) {
      // The server waits for each byte anew; its threads are few.
      if (millis.getAsLong() > end) {
        throw new Refused(HttpServletResponse.SC_REQUEST_TIMEOUT, "the request takes too long");
      }
      if (out.size() + read > most) {
        throw new Refused(Refused.TOO_LARGE, "at most " + most + " bytes are read");
      }
      if (!room.take(user, read)) {
        throw new Refused(Refused.UNAVAILABLE, "too much is being read now; try again soon");
      }
      taken += read;
      out.write(step, 0, read);
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    room.giveBack(user, taken);
  }
}
