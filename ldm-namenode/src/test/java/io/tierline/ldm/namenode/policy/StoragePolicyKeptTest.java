/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.state.NewerStateException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is kept of the policies, for the NameNode that is active next. */
class StoragePolicyKeptTest extends PolicyAgreementFixture {
  @Test
  void successorRestoresWhatWasThereBefore() throws IOException {
    namespace.explicit.put("/a", HOT);
    place("/a", Medium.SSD, Medium.DISK);
    StoragePolicyAgreement next = successor();
    assertThat(next.policyOn("/a")).isEqualTo("ONE_SSD");
    assertThat(next.mayPlace("/a", policy(ONE_SSD))).isTrue();
    next.tick(managed::contains, true, () -> true);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
    managed.remove("/a");
    next.tick(managed::contains, true, () -> true);
    assertThat(namespace.explicit).containsEntry("/a", HOT);
    assertThat(store.records).isEmpty();
    assertThat(successor().policyOn("/a")).isNull();
  }

  @Test
  void nothingIsSetThatCannotBeRemembered() {
    store.failure = new IOException("in safe mode");
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.policyOn("/a")).isNull();
    assertThat(metrics.storagePolicyFailures.value()).isPositive();
  }

  @Test
  void refusedPolicyIsForgotten() {
    namespace.onSet =
        () -> {
          throw new UncheckedIOException(new IOException("over quota"));
        };
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(store.records).isEmpty();
  }

  @Test
  void policyThatWasRememberedAndNeverSetIsNotRestored() throws IOException {
    memory.remember("/a", "ONE_SSD", (byte) 0);
    namespace.explicit.put("/a", COLD);
    managed.remove("/a");
    StoragePolicyAgreement next = successor();
    next.tick(managed::contains, true, () -> true);
    assertThat(namespace.explicit).containsEntry("/a", COLD);
    assertThat(store.records).isEmpty();
  }

  @Test
  void whoLetsGoChangesNothing() {
    place("/a", Medium.SSD, Medium.DISK);
    memory.companion(agreement).release();
    managed.remove("/a");
    tick();
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
    assertThat(store.records).hasSize(1);
  }

  @Test
  void damagedMemoriesAreSetAside() throws IOException {
    place("/a", Medium.SSD, Medium.DISK);
    store.records.put("x", Map.of("policy", "{}".getBytes(StandardCharsets.UTF_8)));
    assertThat(successor().policyOn("/a")).isEqualTo("ONE_SSD");
    assertThat(store.aside).containsOnlyKeys("x");
    assertThat(store.records).hasSize(1);
  }

  @Test
  void memoriesOfALaterVersionAreLeftAloneAndNoneIsTakenOver() throws IOException {
    place("/a", Medium.SSD, Medium.DISK);
    store.records.put("x", Map.of("policy", "{}".getBytes(StandardCharsets.UTF_8)));
    store.records.put(
        "y", Map.of("policy", "{\"version\":\"2.0\"}".getBytes(StandardCharsets.UTF_8)));
    assertThatThrownBy(this::successor).isInstanceOf(NewerStateException.class);
    assertThat(store.aside).isEmpty();
    assertThat(store.records).hasSize(3);
  }
}
