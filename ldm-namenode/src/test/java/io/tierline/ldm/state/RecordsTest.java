/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private final MemoryStore store = new MemoryStore();

  private void put(String name, String json) throws IOException {
    store.put(name, Map.of("policy", json.getBytes(UTF_8)));
  }

  @Test
  void damagedOnesAreNamedAndTheRestIsRead() throws IOException {
    put("a", "{\"version\":\"1.0\",\"path\":\"/a\",\"policy\":\"ONE_SSD\",\"before\":7}");
    put("b", "{");
    Records<PolicyRecord> read = Records.readAll(store, PolicyRecord::decode);
    assertThat(read.whole()).containsExactly(new PolicyRecord("/a", "ONE_SSD", (byte) 7));
    assertThat(read.damaged()).containsOnlyKeys("b");
    assertThat(Records.none().whole()).isEmpty();
  }

  @Test
  void oneOfALaterVersionKeepsAllFromBeingRead() throws IOException {
    put("a", "{\"version\":\"1.0\",\"path\":\"/a\",\"policy\":\"ONE_SSD\",\"before\":7}");
    put("z", "{\"version\":\"2.0\"}");
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(() -> Records.readAll(store, PolicyRecord::decode))
        .withMessageContaining("format 2.0");
  }

  @Test
  void markSaysWhichFormatItIs() throws IOException {
    assertThat(FormatVersion.ofMark(new FormatVersion(3, 14).mark()))
        .isEqualTo(new FormatVersion(3, 14));
    assertThatExceptionOfType(DamagedStateException.class)
        .isThrownBy(() -> FormatVersion.ofMark(new byte[0]));
  }
}
