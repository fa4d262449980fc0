/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;

/**
 * What LDM reads of a request, body and all, apart from the web server's own object: that is used
 * for the next request as soon as nobody waits for this one any more.
 */
final class HeldRequest extends HttpServletRequestWrapper {
  private static final int STEP = 1 << 14;

  private final String method;
  private final String pathInfo;
  private final String contentType;
  private final String remoteAddress;
  private final Map<String, String> headers;
  private final Map<String, String[]> parameters;
  private final byte[] body;

  private HeldRequest(HttpServletRequest request, byte[] body) {
    super(NOTHING);
    this.method = request.getMethod();
    this.pathInfo = request.getPathInfo();
    this.contentType = request.getContentType();
    this.remoteAddress = request.getRemoteAddr();
    this.parameters = Map.copyOf(request.getParameterMap());
    this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : Collections.list(request.getHeaderNames())) {
      headers.put(name.toLowerCase(Locale.ROOT), request.getHeader(name));
    }
    this.body = body;
  }

  /** Whatever is not held is asked of this, and refused. */
  private static final HttpServletRequest NOTHING =
      (HttpServletRequest)
          Proxy.newProxyInstance(
              HeldRequest.class.getClassLoader(),
              new Class<?>[] {HttpServletRequest.class},
              (proxy, called, arguments) -> {
                throw new UnsupportedOperationException(called.getName() + " is not held");
              });

  /**
   * Holds a request.
   *
   * @param most bytes of the body that are read; more are refused where the body is asked for
   * @param isOver whether it has taken all the time that a request may
   * @throws HttpError with 503 when it has, and is not there yet
   */
  static HeldRequest of(HttpServletRequest request, int most, BooleanSupplier isOver)
      throws IOException {
    // The parameters first: they might be taken from the body.
    request.getParameterMap();
    try (InputStream in = request.getInputStream()) {
      return new HeldRequest(request, body(in, most + 1, isOver));
    }
  }

  /**
   * The server waits for each byte anew: who sends one in a second would have its thread for days.
   */
  private static byte[] body(InputStream in, int most, BooleanSupplier isOver) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] step = new byte[STEP];
    int read = in.read(step, 0, Math.min(STEP, most));
    while (read > 0) {
      out.write(step, 0, read);
      if (isOver.getAsBoolean()) {
        throw HttpError.later(
            HttpServletResponse.SC_SERVICE_UNAVAILABLE, "the request takes too long to come");
      }
      read = in.read(step, 0, Math.min(STEP, most - out.size()));
    }
    return out.toByteArray();
  }

  @Override
  public String getMethod() {
    return method;
  }

  @Override
  public String getPathInfo() {
    return pathInfo;
  }

  @Override
  public String getContentType() {
    return contentType;
  }

  @Override
  public String getRemoteAddr() {
    return remoteAddress;
  }

  @Override
  public String getHeader(String name) {
    return headers.get(name);
  }

  @Override
  public String getParameter(String name) {
    String[] values = parameters.get(name);
    return values == null || values.length == 0 ? null : values[0];
  }

  @Override
  public ServletInputStream getInputStream() {
    ByteArrayInputStream bytes = new ByteArrayInputStream(body);
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
      }

      @Override
      public int read(byte[] into, int offset, int length) {
        return bytes.read(into, offset, length);
      }

      @Override
      public boolean isFinished() {
        return bytes.available() == 0;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(ReadListener listener) {
        throw new UnsupportedOperationException("the body is held");
      }
    };
  }
}
