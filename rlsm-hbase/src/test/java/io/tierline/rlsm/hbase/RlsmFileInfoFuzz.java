/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeySample;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What an HFile carries for RLSM, damaged in every way: parsing it gives something that makes sense
 * or an {@link IOException}, and takes no more memory than the data.
 */
class RlsmFileInfoFuzz {

  @Property(tries = 300)
  void whatWasWrittenIsRead(@ForAll long seed) throws IOException {
    RlsmFileInfo info = info(new Random(seed));
    RlsmFileInfo again = RlsmFileInfo.parse(info.toBytes());
    assertThat(again).isEqualTo(info);
    assertThat(again.toBytes()).isEqualTo(info.toBytes());
  }

  @Property(tries = 300)
  void noBitOfItIsWithoutMeaning(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] data = info(random).toBytes();
    data[random.nextInt(data.length)] ^= (byte) (1 << random.nextInt(8));
    assertThatThrownBy(() -> RlsmFileInfo.parse(data)).isInstanceOf(IOException.class);
  }

  @Property(tries = 300)
  void halfOfItIsNothing(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] data = info(random).toBytes();
    byte[] cut = Arrays.copyOf(data, random.nextInt(data.length));
    assertThatThrownBy(() -> RlsmFileInfo.parse(cut)).isInstanceOf(IOException.class);
    byte[] longer = Arrays.copyOf(data, data.length + 1 + random.nextInt(20));
    assertThatThrownBy(() -> RlsmFileInfo.parse(longer)).isInstanceOf(IOException.class);
  }

  @Property(tries = 1000)
  void anyBytesAreReadOrRefused(@ForAll byte[] data) {
    parse(data);
    if (data.length > 0) {
      data[0] = 3;
      parse(data);
    }
  }

  /** Only a bug writes such a thing: it is refused all the same. */
  @Property(tries = 2000)
  void nonsenseWithTheRightChecksumIsReadOrRefused(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] data = info(random).toBytes();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      data[1 + random.nextInt(data.length - 9)] = (byte) random.nextInt();
    }
    parse(signed(Arrays.copyOf(data, data.length - Long.BYTES)))
        .ifPresent(RlsmFileInfoFuzz::assertSense);
    byte[] cut = Arrays.copyOf(data, 1 + random.nextInt(data.length - Long.BYTES));
    parse(signed(cut)).ifPresent(RlsmFileInfoFuzz::assertSense);
  }

  private static Optional<RlsmFileInfo> parse(byte[] data) {
    try {
      return Optional.of(RlsmFileInfo.parse(data));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void assertSense(RlsmFileInfo info) {
    assertThat(info.deletes()).isNotNegative();
    assertThat(info.versionDeletes()).isNotNegative();
    assertThat(KeySample.of(info.keys().cells(), info.keys().limit())).isEqualTo(info.keys());
  }

  private static byte[] signed(byte[] content) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(content);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(content);
      out.writeLong(crc.getValue());
    }
    return bytes.toByteArray();
  }

  private static RlsmFileInfo info(Random random) {
    return new RlsmFileInfo(
        Role.values()[random.nextInt(Role.values().length)],
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        keys(random));
  }

  private static KeySample keys(Random random) {
    KeySample.Collector keys = new KeySample.Collector();
    for (int rows = random.nextInt(3 * KeySample.CELLS_MAX); rows > 0; rows--) {
      keys.row(random.nextLong());
      keys.cell(random.nextInt(), KeySample.Kind.values()[random.nextInt(4)]);
    }
    return keys.sample();
  }
}
