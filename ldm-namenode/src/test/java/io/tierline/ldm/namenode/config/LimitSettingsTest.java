/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.common.UnknownKey;
import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.LimitKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class LimitSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void everyLimitHasADefault() {
    for (Limit limit : Limit.values()) {
      assertThat(LimitSettings.from(conf).book().everybody().most()).containsKey(limit);
    }
    assertThat(LimitSettings.from(conf).book().everybody().of(Limit.MEMORY)).isEqualTo(64L << 20);
  }

  @Test
  void usersAndGroupsMayHaveOthers() {
    conf.set("tierline.ldm.limits.workflows", "5");
    conf.set("tierline.ldm.limits.user.ann.workflows", "1k");
    conf.set("tierline.ldm.limits.group.etl.workflows", "-1");
    var book = LimitSettings.from(conf).book();
    assertThat(book.of("bob", List.of(), false).of(Limit.WORKFLOWS)).isEqualTo(5);
    assertThat(book.of("ann", List.of("etl"), false).of(Limit.WORKFLOWS)).isEqualTo(1024);
    assertThat(book.of("bob", List.of("etl"), false).of(Limit.WORKFLOWS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void nonsenseIsRefusedByTheNameOfItsKey() {
    for (String key : List.of("tierline.ldm.limits.jobs", "tierline.ldm.limits.user.ann.jobs")) {
      conf.set(key, "many");
      assertThatThrownBy(() -> LimitSettings.from(conf))
          .hasMessageContaining(key + " is 'many', expected a number from 0, or -1 for no limit");
      conf.unset(key);
    }
    conf.set(LimitKeys.HEAP_SHARE.key(), "0.9");
    assertThatThrownBy(() -> LimitSettings.from(conf)).hasMessageContaining("heap-share");
  }

  @Test
  void misspeltLimitOfSomebodyComesWithTheNearest() {
    Configuration conf = new Configuration(false);
    conf.set("tierline.ldm.limits.user.ann.worfklows", "5");
    conf.set("tierline.ldm.limits.group.etl.of.us.job", "5");
    assertThat(LdmKeys.unknownIn(conf))
        .extracting(UnknownKey::toString)
        .containsExactly(
            "tierline.ldm.limits.group.etl.of.us.job (do you mean"
                + " tierline.ldm.limits.group.etl.of.us.jobs?)",
            "tierline.ldm.limits.user.ann.worfklows (do you mean"
                + " tierline.ldm.limits.user.ann.workflows?)");
  }
}
