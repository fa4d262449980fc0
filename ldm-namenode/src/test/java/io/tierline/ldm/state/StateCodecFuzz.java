/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.registry.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the bytes are, a record is read or refused; nothing else comes out. */
class StateCodecFuzz {
  private static final StateCodec CODEC = new StateCodec(256, 32);

  @Property(tries = 2_000)
  void mutatedRecordIsReadOrRefused(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Map<String, byte[]> attributes =
        new TreeMap<>(CODEC.encode(new Registration(Samples.teraChain(), "ann", Set.of("gen"))));
    for (int i = 0; i <= random.nextInt(4); i++) {
      mutate(attributes, random);
    }
    decode(attributes);
  }

  @Property(tries = 1_000)
  void bytesOfNoMeaningAreReadOrRefused(
      @ForAll byte[] head, @ForAll byte[] chunk, @ForAll byte[] finished) {
    decode(Map.of("head", head, "doc.00", chunk, StateCodec.FINISHED, finished));
    decodePolicy(Map.of("policy", head));
  }

  private static void mutate(Map<String, byte[]> attributes, Random random) {
    List<String> names = new ArrayList<>(attributes.keySet());
    if (names.isEmpty()) {
      return;
    }
    String name = names.get(random.nextInt(names.size()));
    byte[] value = attributes.get(name).clone();
    switch (random.nextInt(5)) {
      case 0 -> attributes.remove(name);
      case 1 -> attributes.put(name, java.util.Arrays.copyOf(value, random.nextInt(400)));
      case 2 -> attributes.put(names.get(random.nextInt(names.size())), value);
      default -> {
        for (int i = 0; i <= random.nextInt(3) && value.length > 0; i++) {
          value[random.nextInt(value.length)] = (byte) random.nextInt(256);
        }
        attributes.put(name, value);
      }
    }
  }

  private static void decode(Map<String, byte[]> attributes) {
    try {
      assertThat(CODEC.decode(attributes)).isNotNull();
    } catch (DamagedStateException | NewerStateException refused) {
      assertThat(refused.getMessage()).isNotBlank().doesNotContain("\n");
    }
  }

  private static void decodePolicy(Map<String, byte[]> attributes) {
    try {
      assertThat(PolicyRecord.decode(attributes, FormatVersion.CURRENT)).isNotNull();
    } catch (DamagedStateException | NewerStateException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }
}
