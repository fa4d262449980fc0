/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two nodes in each of two racks, with an SSD and a disk each; some of them measured. */
class MeasuredDevicesTest {
  private static final Place WRITER = new Place("n0", "/r0");

  private final List<StorageState> storages = new ArrayList<>(Clusters.nodes(4, 2, 4, 0));

  private void measured(int node, Medium medium, double read, double write) {
    DeviceSpeeds speeds =
        new DeviceSpeeds(new DeviceProfile(read, 0, 1, 0), new DeviceProfile(write, 0, 1, 0));
    StorageState.Device device = new StorageState.Device("DS-" + node + medium, speeds, true);
    storages.replaceAll(
        s ->
            s.node().equals("n" + node) && s.medium() == medium
                ? new StorageState(
                    s.node(), s.rack(), medium, s.capacityBytes(), s.remainingBytes(), device)
                : s);
  }

  private Medium firstReplica(int readers) {
    return PlacementPlanner.plan(readers, 0, 3, WRITER, Clusters.table(storages))
        .replicas()
        .get(0)
        .medium();
  }

  private Tier ssd() {
    return Clusters.table(storages).tiers().get(0);
  }

  @Test
  void writersOwnSsdThatIsSlowerThanItsDiskGetsNoReplica() {
    assertThat(firstReplica(1)).isEqualTo(Medium.SSD);
    measured(0, Medium.SSD, 60, 60);
    assertThat(firstReplica(1)).isEqualTo(Medium.DISK);
    assertThat(ssd().measuredCount()).isEqualTo(1);
  }

  @Test
  void slowSsdOfAnotherNodeDoesNotMatterToTheFirstReplica() {
    measured(1, Medium.SSD, 1, 1);
    assertThat(firstReplica(1)).isEqualTo(Medium.SSD);
  }

  @Test
  void candidatesOfARackAreOrderedByTheirRatings() {
    measured(0, Medium.SSD, 400, 200);
    measured(2, Medium.SSD, 900, 900);
    assertThat(ssd().candidates().keySet()).containsExactly("/r0", "/r1");
    List<Candidate> rack = ssd().candidates().get("/r0");
    assertThat(rack).extracting(Candidate::node).containsExactly("n2", "n0");
    assertThat(rack.get(1).rating()).isEqualTo(2 / (1 / 400.0 + 1 / 200.0), within(1e-9));
    assertThat(rack.get(1))
        .extracting(Candidate::storage, Candidate::measured)
        .containsExactly("DS-0SSD", true);
    assertThat(ssd().candidates().get("/r1").get(0).measured()).isFalse();
  }

  @Test
  void volumesWithoutRoomAreNoCandidates() {
    storages.add(new StorageState("n9", "/r9", Medium.SSD, 10, 10));
    assertThat(ssd().candidates()).containsOnlyKeys("/r0", "/r1");
  }

  @Test
  void ratingOfAPlaceIsThatOfItsVolumes() {
    measured(0, Medium.SSD, 100, 100);
    measured(2, Medium.SSD, 300, 300);
    Tier tier = ssd();
    assertThat(tier.rating(WRITER, Distance.NODE)).isEqualTo(100, within(1e-6));
    assertThat(tier.rating(WRITER, Distance.RACK)).isEqualTo(150, within(1e-6));
    double typical =
        Clusters.table(Clusters.nodes(1, 1, 1, 0)).tiers().get(0).rating(Distance.REMOTE);
    assertThat(tier.rating(WRITER, Distance.REMOTE)).isEqualTo(typical, within(1e-6));
    assertThat(tier.rating(new Place("n1", "/r1"), Distance.REMOTE)).isEqualTo(150, within(1e-6));
    assertThat(tier.rating(Place.OUTSIDE, Distance.NODE))
        .isEqualTo(4 / (1 / 100.0 + 1 / 300.0 + 2 / typical), within(1e-6));
  }

  @Test
  void singleRackHasNoOtherToBeSeenFrom() {
    Tier tier = Clusters.table(Clusters.nodes(2, 1, 2, 0)).tiers().get(0);
    assertThat(tier.rating(new Place("n0", "/r0"), Distance.REMOTE))
        .isEqualTo(tier.rating(Distance.REMOTE));
  }

  @Test
  void readsPreferTheVolumeThatWasMeasuredFaster() {
    measured(0, Medium.SSD, 80, 5_000);
    ReadRatings reads = Clusters.table(storages).reads();
    int slowSsd = reads.of("n0", "DS-0SSD", Medium.SSD, Distance.NODE);
    assertThat(slowSsd).isLessThan(reads.of("n0", "DS-0DISK", Medium.DISK, Distance.NODE));
    assertThat(slowSsd).isLessThan(reads.of("n1", "DS-1SSD", Medium.SSD, Distance.REMOTE));
    // Another node that names the same storage is not believed to be it.
    assertThat(reads.of("n1", "DS-0SSD", Medium.SSD, Distance.NODE)).isGreaterThan(slowSsd);
    assertThat(reads.of("n1", null, Medium.SSD, Distance.NODE)).isGreaterThan(slowSsd);
  }

  @Test
  void devicesOfOneKindAreEqualToAReader() {
    measured(0, Medium.SSD, 505, 505);
    measured(1, Medium.SSD, 495, 495);
    ReadRatings reads = Clusters.table(storages, Network.TYPICAL).reads();
    assertThat(reads.of("n0", "DS-0SSD", Medium.SSD, Distance.NODE))
        .isEqualTo(reads.of("n1", "DS-1SSD", Medium.SSD, Distance.REMOTE))
        .isEqualTo(reads.of("n2", "DS-2SSD", Medium.SSD, Distance.NODE));
  }
}
