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

import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Directories that wait for their policy. */
class StoragePolicyPendingTest extends PolicyAgreementFixture {
  @Test
  void directoryThatIsNotThereYetIsSetOnceItIs() {
    namespace.missing.add("/a");
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).isEmpty();
    namespace.missing.clear();
    tick();
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void directoryThatIsNotThereIsLookedForLessAndLessOften() {
    namespace.missing.add("/a");
    place("/a", Medium.SSD, Medium.DISK);
    for (int i = 0; i < 1_000; i++) {
      tick();
    }
    assertThat(namespace.looks).isBetween(8, 11);
    namespace.missing.clear();
    for (int i = 0; i < 1_000; i++) {
      tick();
    }
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void replicasThatOnlySpareAWritingChangeNoPolicy() {
    ReplicaChoice claimed = new ReplicaChoice(Medium.SSD, 0.5, 500);
    ReplicaChoice spared = new ReplicaChoice(Medium.SSD, 0, 500);
    agreement.placing("/a", new PlacementPlan(1, 0, List.of(claimed, spared, spared)), policy(HOT));
    tick();
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void directoryThatNeverComesIsForgottenUntilItsNextBlock() {
    namespace.missing.add("/a");
    place("/a", Medium.SSD, Medium.DISK);
    for (int i = 0; i < 1 << (PendingPolicies.MOST_LOOKS + 1); i++) {
      tick();
    }
    int looks = namespace.looks;
    assertThat(looks).isEqualTo(PendingPolicies.MOST_LOOKS + 1);
    for (int i = 0; i < 1 << (PendingPolicies.MOST_LOOKS + 2); i++) {
      tick();
    }
    assertThat(namespace.looks).isEqualTo(looks);
    namespace.missing.clear();
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void directoryThatWasMadeAnewGetsItsPolicyAgain() {
    place("/a", Medium.SSD, Medium.DISK);
    namespace.explicit.remove("/a");
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void whatATickHasNoTimeForIsDoneByTheNext() {
    managed.add("/c");
    agreement.placing("/a", plan(Medium.SSD), policy(HOT));
    agreement.placing("/c", plan(Medium.SSD), policy(HOT));
    agreement.tick(managed::contains, true, () -> false);
    assertThat(namespace.explicit).hasSize(1);
    agreement.tick(managed::contains, false, () -> false);
    assertThat(namespace.explicit).containsOnlyKeys("/a", "/c");
    managed.clear();
    agreement.tick(managed::contains, true, () -> false);
    assertThat(namespace.explicit).hasSize(1);
    agreement.tick(managed::contains, false, () -> false);
    assertThat(namespace.explicit).isEmpty();
  }

  @Test
  void failureToSetIsCountedAndTriedAgainWithTheNextBlock() {
    namespace.broken = true;
    place("/a", Medium.SSD, Medium.DISK);
    tick();
    assertThat(metrics.storagePolicyFailures.value()).isEqualTo(1);
    namespace.broken = false;
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void directoriesWaitedForAreBounded() {
    for (int i = 0; i <= PendingPolicies.MOST; i++) {
      agreement.placing("/d" + i, plan(Medium.SSD, Medium.DISK), null);
    }
    agreement.tick(path -> true, true, () -> true);
    assertThat(namespace.explicit).hasSize(PendingPolicies.MOST);
  }
}
