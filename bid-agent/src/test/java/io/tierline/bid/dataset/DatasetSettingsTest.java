/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.bid.volume.VolumeOptions.Engine;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class DatasetSettingsTest {
  private static DatasetSettings of(String... pairs) {
    Map<String, String> set = new java.util.HashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      set.put(pairs[at], pairs[at + 1]);
    }
    return DatasetSettings.from(set::get);
  }

  @Test
  void disksAreServedUnlessTheFileSaysOtherwise() {
    assertThat(of().serves(StorageType.DISK)).isTrue();
    assertThat(of().serves(StorageType.SSD)).isFalse();
    assertThat(of().engine()).isEqualTo(Engine.ANY);
    assertThat(of().readAfter()).isEqualTo(256 << 10);
    DatasetSettings all = of("tierline.bid.volumes", "all");
    assertThat(all.serves(StorageType.SSD)).isTrue();
    assertThat(all.serves(StorageType.ARCHIVE)).isTrue();
    assertThat(all.serves(StorageType.RAM_DISK)).isFalse();
    assertThat(all.serves(StorageType.PROVIDED)).isFalse();
    assertThat(of("tierline.bid.volumes", "none").serves(StorageType.DISK)).isFalse();
  }

  @Test
  void badValuesAreRefusedByName() {
    assertThatThrownBy(() -> of("tierline.bid.engine", "fast"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tierline.bid.engine");
    assertThatThrownBy(() -> of("tierline.bid.write.back", "-1"))
        .hasMessageContaining("tierline.bid.write.back");
  }
}
