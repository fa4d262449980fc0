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

import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a policy ends: with its lineage, where its directory is by then. */
class StoragePolicyEndTest extends PolicyAgreementFixture {
  @Test
  void policyOfADirectoryThatWasRenamedEndsWhereItIsNow() {
    place("/a", Medium.SSD, Medium.DISK);
    List<String> left = new ArrayList<>();
    leaving.tell(left::add);
    namespace.rename("/a", "/archive/a");
    ticksUntilLookedFor();
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.policyOn("/a")).isNull();
    assertThat(left).containsExactly("/a", "/archive/a");
  }

  @Test
  void directoryInPlaceOfOneThatWasRenamedGetsAPolicyOfItsOwn() {
    place("/a", Medium.SSD, Medium.DISK);
    namespace.rename("/a", "/archive/a");
    namespace.missing.clear();
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsOnly(Map.entry("/a", ONE_SSD));
  }

  @Test
  void policyOfADirectoryThatWasRenamedAfterARestartEndsWithItsLineage() throws Exception {
    place("/a", Medium.SSD, Medium.DISK);
    StoragePolicyAgreement next = new StoragePolicyAgreement(namespace, memory, HOT, true, metrics);
    StateLifeCycle.Companion companion = memory.companion(next);
    companion.prepare();
    companion.load();
    next.tick(managed::contains, true, () -> true);
    namespace.rename("/a", "/archive/a");
    next.tick(path -> false, true, () -> true);
    assertThat(namespace.explicit).isEmpty();
  }

  @Test
  void policyEndsWithItsLineage() {
    place("/a", Medium.SSD, Medium.DISK);
    managed.remove("/a");
    tick();
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.policyOn("/a")).isNull();
    assertThat(metrics.storagePoliciesRestored.value()).isEqualTo(1);
  }

  @Test
  void policyEndsBeforeBlocksGoDown() {
    place("/a", Medium.SSD, Medium.DISK);
    agreement.release("/a");
    assertThat(namespace.explicit).isEmpty();
    tick();
    assertThat(namespace.explicit).isEmpty();
    agreement.release("/never-ours");
    assertThat(metrics.storagePoliciesRestored.value()).isEqualTo(1);
  }

  @Test
  void releaseForgetsWhatWasStillToBeSet() {
    agreement.promoting("/a", false);
    agreement.release("/a");
    tick();
    assertThat(namespace.explicit).isEmpty();
    assertThat(store.records).isEmpty();
  }

  @Test
  void policyWhoseLineageEndedBeforeItWasTakenOverIsRestored() {
    agreement.resume("/gone", "ONE_SSD", (byte) 0);
    namespace.explicit.put("/gone", ONE_SSD);
    agreement.tick(managed::contains, false, () -> true);
    assertThat(namespace.explicit).isEmpty();
  }

  @Test
  void defaultThatWasSetByHandIsSetAgain() {
    namespace.explicit.put("/a", HOT);
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
    managed.remove("/a");
    tick();
    assertThat(namespace.explicit).containsEntry("/a", HOT);
  }

  @Test
  void defaultThatWasInheritedIsInheritedAgain() {
    namespace.explicit.put("/", HOT);
    place("/a", Medium.SSD, Medium.DISK);
    managed.remove("/a");
    tick();
    assertThat(namespace.explicit).containsOnlyKeys("/");
  }

  @Test
  void policyThatAUserChangedSinceIsLeftAlone() {
    place("/a", Medium.SSD, Medium.DISK);
    namespace.explicit.put("/a", COLD);
    managed.remove("/a");
    tick();
    assertThat(namespace.explicit).containsEntry("/a", COLD);
    assertThat(agreement.policyOn("/a")).isNull();
    assertThat(metrics.storagePoliciesRestored.value()).isZero();
  }

  @Test
  void lineageThatEndsBeforeTheTickSetsNothing() {
    agreement.placing("/a", plan(Medium.SSD, Medium.DISK), policy(HOT));
    managed.remove("/a");
    tick();
    managed.add("/a");
    tick();
    assertThat(namespace.explicit).isEmpty();
  }

  @Test
  void failureToRestoreIsTriedAgain() {
    place("/a", Medium.SSD, Medium.DISK);
    managed.remove("/a");
    namespace.broken = true;
    tick();
    assertThat(agreement.policyOn("/a")).isEqualTo("ONE_SSD");
    namespace.broken = false;
    tick();
    assertThat(namespace.explicit).isEmpty();
  }
}
