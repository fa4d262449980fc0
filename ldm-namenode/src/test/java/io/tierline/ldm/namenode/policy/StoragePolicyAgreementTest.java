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

import io.tierline.ldm.rating.Medium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which policy a directory gets, and below which one blocks are placed and moved. */
class StoragePolicyAgreementTest extends PolicyAgreementFixture {
  @Test
  void directoryWithOneFastReplicaBecomesOneSsd() {
    place("/a", Medium.SSD, Medium.DISK, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
    assertThat(agreement.policyOn("/a")).isEqualTo("ONE_SSD");
    assertThat(metrics.storagePoliciesSet.value()).isEqualTo(1);
  }

  @Test
  void directoryWithOnlyFastReplicasBecomesAllSsd() {
    place("/a", Medium.SSD, Medium.SSD);
    assertThat(namespace.explicit).containsEntry("/a", ALL_SSD);
  }

  @Test
  void singleFastReplicaIsOneSsd() {
    place("/a", Medium.SSD);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
  }

  @Test
  void directoryOnDiskIsLeftAlone() {
    place("/a", Medium.DISK, Medium.DISK);
    place("/a", Medium.NVDIMM);
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.policyOn("/a")).isNull();
  }

  @Test
  void policyThatAUserSetIsLeftAlone() {
    namespace.explicit.put("/a", COLD);
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", COLD);
    assertThat(agreement.mayPlace("/a", policy(COLD))).isFalse();
  }

  @Test
  void defaultPolicyAndOursMayBePlacedUnder() {
    assertThat(agreement.mayPlace("/a", policy(HOT))).isTrue();
    assertThat(agreement.mayPlace("/a", null)).isTrue();
    assertThat(agreement.mayPlace("/a", policy(ONE_SSD))).isFalse();
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(agreement.mayPlace("/a", policy(ONE_SSD))).isTrue();
    assertThat(agreement.mayPlace("/a/b", policy(ONE_SSD))).isTrue();
    assertThat(agreement.mayPlace("/ab", policy(ONE_SSD))).isFalse();
  }

  @Test
  void policyThatAUserSetInPlaceOfOursIsHis() {
    place("/a", Medium.SSD, Medium.DISK);
    namespace.explicit.put("/a", ALL_SSD);
    assertThat(agreement.mayPlace("/a", policy(ALL_SSD))).isFalse();
    assertThat(agreement.mayMigrate("/a", ALL_SSD)).isFalse();
    assertThat(agreement.mayMigrate("/a", ONE_SSD)).isTrue();
  }

  @Test
  void directoryUnderAQuotaOfSsdBytesIsLeftToStock() {
    namespace.quota = "/a";
    place("/a/b", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.mayPlace("/a/b", policy(HOT))).isFalse();
    namespace.quota = "none";
    ticksUntilLookedFor();
    assertThat(agreement.mayPlace("/a/b", policy(HOT))).isTrue();
  }

  @Test
  void directoryInSnapshotsIsPlacedUnderAndGetsNoPolicy() throws IOException {
    List<String> kept = new ArrayList<>();
    leaving.tell(kept::add);
    namespace.snapshottable = "/a";
    place("/a/b", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.mayPlace("/a/b", policy(HOT))).isTrue();
    assertThat(metrics.storagePoliciesSpared.value()).isEqualTo(1);
    assertThat(kept).as("for the NameNode that is active next").containsExactly("/a/b");
    int looks = namespace.looks;
    place("/a/b", Medium.SSD, Medium.DISK);
    assertThat(namespace.looks).as("not asked for with each block").isEqualTo(looks);
    namespace.snapshottable = "none";
    ticksUntilLookedFor();
    place("/a/b", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a/b", ONE_SSD);
  }

  @Test
  void directoryThatGetsAQuotaOfSsdBytesLosesItsPolicy() {
    place("/a", Medium.SSD, Medium.DISK);
    namespace.quota = "/a";
    ticksUntilLookedFor();
    assertThat(namespace.explicit).isEmpty();
    assertThat(agreement.policyOn("/a")).isNull();
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).isEmpty();
  }

  @Test
  void policyOfOursOnTheRootCountsForAllBelow() {
    place("/", Medium.SSD, Medium.DISK);
    assertThat(agreement.mayPlace("/a/b", policy(ONE_SSD))).isTrue();
  }

  @Test
  void partOfADirectoryOfOursNeedsNoPolicyOfItsOwn() {
    place("/a", Medium.SSD, Medium.DISK);
    place("/a/b", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsOnlyKeys("/a");
  }

  @Test
  void blockUnderAPolicyOfOursAsksNothingOfTheNamespace() {
    place("/a", Medium.SSD, Medium.DISK);
    int looks = namespace.looks;
    agreement.placing("/a", plan(Medium.SSD, Medium.DISK), policy(ONE_SSD));
    agreement.placing("/a/b", plan(Medium.SSD, Medium.DISK), policy(ONE_SSD));
    tick();
    assertThat(namespace.looks).isEqualTo(looks);
  }

  @Test
  void directoryWhoseBlocksGoUpGetsThePolicy() {
    agreement.promoting("/a", false);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
    assertThat(store.records).as("kept before the first move").hasSize(1);
    agreement.promoting("/a/b", true);
    agreement.release("/a");
    agreement.promoting("/a", true);
    tick();
    assertThat(namespace.explicit).containsEntry("/a", ALL_SSD);
  }

  @Test
  void onlyFilesUnderTheDefaultOrOursAreMoved() {
    assertThat(agreement.mayMigrate("/a", (byte) 0)).isTrue();
    assertThat(agreement.mayMigrate("/a", HOT)).isTrue();
    assertThat(agreement.mayMigrate("/a", ONE_SSD)).isFalse();
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(agreement.mayMigrate("/a/b", ONE_SSD)).isTrue();
  }

  @Test
  void policyIsKnownAsOursBeforeABlockCanBeAskedForUnderIt() {
    List<Boolean> seen = new ArrayList<>();
    namespace.onSet = () -> seen.add(agreement.mayPlace("/a", policy(ONE_SSD)));
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(seen).containsExactly(true);
  }

  @Test
  void policyThatWasRefusedIsNotOurs() {
    namespace.onSet =
        () -> {
          throw new UncheckedIOException(new IOException("over quota"));
        };
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(agreement.policyOn("/a")).isNull();
    assertThat(metrics.storagePolicyFailures.value()).isEqualTo(1);
    assertThat(metrics.storagePoliciesSet.value()).isZero();
  }

  @Test
  void disabledAgreementSetsNothing() {
    StoragePolicyAgreement disabled =
        new StoragePolicyAgreement(namespace, memory, HOT, false, metrics);
    disabled.placing("/a", plan(Medium.SSD, Medium.DISK), policy(HOT));
    disabled.tick(managed::contains, true, () -> true);
    assertThat(namespace.explicit).isEmpty();
  }
}
