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

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.NewerStateException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoragePolicyAgreementTest {
  private static final byte HOT = StoragePolicy.HOT.value();
  private static final byte COLD = StoragePolicy.COLD.value();
  private static final byte ONE_SSD = StoragePolicy.ONE_SSD.value();
  private static final byte ALL_SSD = StoragePolicy.ALL_SSD.value();

  private final BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite();
  private final FakeNamespace namespace = new FakeNamespace();
  private final MemoryStore store = new MemoryStore();
  private final LeavingDatasets leaving = new LeavingDatasets(new MemoryStore());
  private final PolicyMemory memory = new PolicyMemory(store, leaving);
  private final Set<String> managed = new HashSet<>(Set.of("/a", "/a/b", "/"));
  private final LdmMetrics metrics = LdmMetrics.create();
  private final StoragePolicyAgreement agreement =
      new StoragePolicyAgreement(namespace, memory, HOT, true, metrics);

  @AfterEach
  void closeMetrics() {
    metrics.close();
  }

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

  private void ticksUntilLookedFor() {
    for (int i = 0; i < StoragePolicyAgreement.SWEEP_TICKS; i++) {
      tick();
    }
  }

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
  void directoryThatNeverComesIsForgottenUntilItsNextBlock() {
    namespace.missing.add("/a");
    place("/a", Medium.SSD, Medium.DISK);
    for (int i = 0; i < 1 << (StoragePolicyAgreement.MOST_LOOKS + 1); i++) {
      tick();
    }
    int looks = namespace.looks;
    assertThat(looks).isEqualTo(StoragePolicyAgreement.MOST_LOOKS + 1);
    for (int i = 0; i < 1 << (StoragePolicyAgreement.MOST_LOOKS + 2); i++) {
      tick();
    }
    assertThat(namespace.looks).isEqualTo(looks);
    namespace.missing.clear();
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
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
  void directoryThatWasMadeAnewGetsItsPolicyAgain() {
    place("/a", Medium.SSD, Medium.DISK);
    namespace.explicit.remove("/a");
    place("/a", Medium.SSD, Medium.DISK);
    assertThat(namespace.explicit).containsEntry("/a", ONE_SSD);
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
  void policyWhoseLineageEndedBeforeItWasTakenOverIsRestored() {
    agreement.resume("/gone", "ONE_SSD", (byte) 0);
    namespace.explicit.put("/gone", ONE_SSD);
    agreement.tick(managed::contains, false, () -> true);
    assertThat(namespace.explicit).isEmpty();
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

  /** What another process, or this one after a restart, makes of the same store and namespace. */
  private StoragePolicyAgreement successor() throws IOException {
    StoragePolicyAgreement next = new StoragePolicyAgreement(namespace, memory, HOT, true, metrics);
    memory.companion(next).prepare();
    memory.companion(next).load();
    return next;
  }

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

  @Test
  void disabledAgreementSetsNothing() {
    StoragePolicyAgreement disabled =
        new StoragePolicyAgreement(namespace, memory, HOT, false, metrics);
    disabled.placing("/a", plan(Medium.SSD, Medium.DISK), policy(HOT));
    disabled.tick(managed::contains, true, () -> true);
    assertThat(namespace.explicit).isEmpty();
  }

  @Test
  void directoriesWaitedForAreBounded() {
    for (int i = 0; i <= StoragePolicyAgreement.MAX_PENDING; i++) {
      agreement.placing("/d" + i, plan(Medium.SSD, Medium.DISK), null);
    }
    agreement.tick(path -> true, true, () -> true);
    assertThat(namespace.explicit).hasSize(StoragePolicyAgreement.MAX_PENDING);
  }

  private void place(String root, Medium... media) {
    agreement.placing(root, plan(media), policy(HOT));
    tick();
  }

  private void tick() {
    agreement.tick(managed::contains, true, () -> true);
  }

  private BlockStoragePolicy policy(byte id) {
    return suite.getPolicy(id);
  }

  private static PlacementPlan plan(Medium... media) {
    return new PlacementPlan(
        1, 0, Arrays.stream(media).map(medium -> new ReplicaChoice(medium, 0.5, 1)).toList());
  }

  /** A namespace in which every path exists that is not said to be missing. */
  private static final class FakeNamespace implements Namespace {
    private final Map<String, Byte> explicit = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private final Map<String, Long> ids = new HashMap<>();
    private String quota = "none";
    private String snapshottable = "none";
    private boolean broken;
    private int looks;
    private Runnable onSet = () -> {};

    @Override
    public byte policyOf(String path) throws IOException {
      looks++;
      if (broken) {
        throw new IOException("in safe mode");
      }
      if (missing.contains(path)) {
        return MISSING;
      }
      for (String at = path; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
        if (explicit.containsKey(at)) {
          return explicit.get(at);
        }
      }
      return explicit.getOrDefault("/", (byte) 0);
    }

    @Override
    public void set(String path, String policy) throws IOException {
      try {
        onSet.run();
      } catch (UncheckedIOException refused) {
        throw refused.getCause();
      }
      explicit.put(path, StoragePolicy.valueOf(policy).value());
    }

    @Override
    public void unset(String path) {
      explicit.remove(path);
    }

    @Override
    public long idOf(String path) {
      return missing.contains(path) ? NO_ID : ids.computeIfAbsent(path, p -> ids.size() + 1L);
    }

    @Override
    public String pathOf(long id) {
      return ids.entrySet().stream()
          .filter(entry -> entry.getValue() == id && !missing.contains(entry.getKey()))
          .map(Map.Entry::getKey)
          .findFirst()
          .orElse(null);
    }

    @Override
    public boolean isInSnapshots(String path) {
      return path.startsWith(snapshottable);
    }

    @Override
    public boolean limitsSsd(String path) {
      return path.startsWith(quota);
    }

    private void rename(String from, String to) {
      ids.put(to, ids.remove(from));
      explicit.put(to, explicit.remove(from));
      missing.add(from);
    }
  }
}
