/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordJsonTest {
  private record Inner(int a, String left) {
    /** Is no component. */
    public boolean isOdd() {
      return a % 2 == 1;
    }
  }

  private record Outer(
      @JsonUnwrapped Inner inner, @JsonInclude String kept, String left, List<Inner> all) {}

  private record Marked(boolean standby, @JsonUnwrapped Object document) {}

  private static String text(Object document) throws Exception {
    return new String(RecordJson.bytes(document), StandardCharsets.UTF_8);
  }

  @Test
  void documentIsItsComponentsButThoseThatAreNull() throws Exception {
    Outer outer = new Outer(new Inner(1, null), null, null, List.of(new Inner(2, "x")));
    assertThat(text(outer)).isEqualTo("{\"a\":1,\"kept\":null,\"all\":[{\"a\":2,\"left\":\"x\"}]}");
    assertThat(text(new Marked(true, outer))).startsWith("{\"standby\":true,\"a\":1,\"kept\":null");
  }

  @Test
  void partThatIsNotThereLeavesNothing() throws Exception {
    assertThat(text(new Outer(null, "k", null, List.of())))
        .isEqualTo("{\"kept\":\"k\",\"all\":[]}");
  }

  @Test
  void mapsKeepTheirNulls() throws Exception {
    Map<String, Object> map = new HashMap<>();
    map.put("a", null);
    assertThat(text(map)).isEqualTo("{\"a\":null}");
  }
}
