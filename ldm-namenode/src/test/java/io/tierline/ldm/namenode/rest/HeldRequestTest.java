/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.reset;
import static org.mockito.Mockito.when;

import java.io.ByteArrayInputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.junit.jupiter.api.Test;

/** What is read of a request stays when the web server uses its object for the next one. */
class HeldRequestTest {
  private final HttpServletRequest request = mock(HttpServletRequest.class);

  private static ServletInputStream body(String text) {
    ByteArrayInputStream bytes = new ByteArrayInputStream(text.getBytes(UTF_8));
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
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
        throw new UnsupportedOperationException();
      }
    };
  }

  private HeldRequest hold(String body, int most) throws Exception {
    return hold(body(body), most, () -> false);
  }

  private HeldRequest hold(ServletInputStream body, int most, BooleanSupplier isOver)
      throws Exception {
    when(request.getMethod()).thenReturn("POST");
    when(request.getPathInfo()).thenReturn("/v1/workflows");
    when(request.getContentType()).thenReturn("application/json");
    when(request.getRemoteAddr()).thenReturn("10.0.0.1");
    when(request.getParameterMap()).thenReturn(Map.of("from", new String[] {"7"}));
    when(request.getHeaderNames()).thenReturn(Collections.enumeration(List.of("X-Some")));
    when(request.getHeader("X-Some")).thenReturn("thing");
    when(request.getInputStream()).thenReturn(body);
    HeldRequest held = HeldRequest.of(request, most, isOver);
    reset(request);
    return held;
  }

  @Test
  void whatWasReadStays() throws Exception {
    HeldRequest held = hold("{}", 100);
    assertThat(held.getMethod()).isEqualTo("POST");
    assertThat(held.getPathInfo()).isEqualTo("/v1/workflows");
    assertThat(held.getHeader("x-some")).isEqualTo("thing");
    assertThat(held.getHeader("other")).isNull();
    assertThat(held.getParameter("from")).isEqualTo("7");
    assertThat(held.getParameter("most")).isNull();
    assertThat(JspHelper.getRemoteAddr(held)).isEqualTo("10.0.0.1");
    RequestBody.requireJson(held);
    assertThat(RequestBody.text(held, 100)).isEqualTo("{}");
    assertThat(Page.of(held, Page.FIRST)).isEqualTo(new Page(7, 1_000));
  }

  @Test
  void aBodyThatIsTooLargeIsNotReadToItsEnd() throws Exception {
    HeldRequest held = hold("x".repeat(1_000), 10);
    assertThat(held.getInputStream().readAllBytes()).hasSize(11);
    assertThatThrownBy(() -> RequestBody.text(held, 10)).hasMessageContaining("at most 10 bytes");
  }

  @Test
  void whoSendsAByteAtATimeIsNotWaitedForForEver() {
    int[] bytes = new int[1];
    ServletInputStream slow =
        new ServletInputStream() {
          @Override
          public int read() {
            bytes[0]++;
            return ' ';
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            into[offset] = (byte) read();
            return 1;
          }

          @Override
          public boolean isFinished() {
            return false;
          }

          @Override
          public boolean isReady() {
            return true;
          }

          @Override
          public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
          }
        };
    assertThatThrownBy(() -> hold(slow, 1_000_000, () -> bytes[0] >= 30))
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(503))
        .hasMessageContaining("too long");
    assertThat(bytes[0]).isEqualTo(30);
  }

  @Test
  void whatIsNotHeldIsRefused() throws Exception {
    HeldRequest held = hold("", 10);
    assertThatThrownBy(held::getQueryString)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("getQueryString is not held");
  }
}
