/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowsTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final double ANY = Double.POSITIVE_INFINITY;
  private static final int MANY = 600;
  private static final int DISKS = 100;

  private final Flows flows = new Flows();
  private final Resource disk = new Resource("disk");
  private final Resource link = new Resource("link");
  private final List<Double> ends = new ArrayList<>();

  private Flow flow(double bytes, double most, Use... uses) {
    return new Flow(bytes, List.of(uses), most, () -> ends.add(flows.now()));
  }

  /** A use of what moves so many bytes a second. */
  private static Use of(Resource resource, double bytesPerSecond) {
    return new Use(resource, 1 / bytesPerSecond);
  }

  @Test
  void singleFlowTakesBytesOverBandwidth() {
    flows.start(flow(1000, ANY, of(disk, 50), of(link, 200)));
    flows.run();
    assertThat(ends).hasSize(1);
    assertThat(ends.get(0)).isEqualTo(20, EXACT);
    assertThat(disk.busySeconds()).isEqualTo(20, EXACT);
    assertThat(link.busySeconds()).isEqualTo(5, EXACT);
  }

  @Test
  void twoShareAndTheOneThatIsLeftHasAll() {
    flows.start(flow(100, ANY, of(disk, 50)));
    flows.start(flow(200, ANY, of(disk, 50)));
    flows.run();
    assertThat(ends.get(0)).isEqualTo(4, EXACT);
    assertThat(ends.get(1)).isEqualTo(6, EXACT);
  }

  @Test
  void whatOneCannotUseIsTheOthers() {
    flows.start(flow(100, 10, of(disk, 50)));
    flows.start(flow(400, ANY, of(disk, 50)));
    flows.run();
    assertThat(ends.get(0)).isEqualTo(10, EXACT);
    assertThat(ends.get(1)).isEqualTo(10, EXACT);
  }

  @Test
  void companyCostsTurns() {
    Use turning = new Use(disk, 1.0 / 100, 1.0 / 40);
    flows.start(flow(200, ANY, turning));
    flows.start(flow(400, ANY, turning));
    flows.run();
    assertThat(ends.get(0)).isEqualTo(10, EXACT);
    assertThat(ends.get(1)).isEqualTo(12, EXACT);
  }

  @Test
  void flowThatComesTwiceToADiskIsItsOwnCompany() {
    Use turning = new Use(disk, 1.0 / 100, 1.0 / 40);
    flows.start(flow(100, ANY, turning, turning.times(0.5)));
    flows.run();
    assertThat(ends.get(0)).isEqualTo(100 * 1.5 / 40, EXACT);
  }

  @Test
  void laterOnesAndEmptyOnesEnd() {
    flows.after(3, () -> flows.start(flow(0, ANY, of(disk, 50))));
    flows.after(1, () -> flows.start(flow(100, ANY, of(disk, 50))));
    flows.run();
    assertThat(ends).containsExactly(3.0, 3.0);
  }

  /** Many pass it, and it has room for all: it is as if it were not there. */
  @Test
  void roomyLinkOfManyBindsNobody() {
    List<Double> without = manyFlows(0);
    List<Double> with = manyFlows(1.0 / (2 * DISKS * 50));
    assertThat(with).hasSameSizeAs(without);
    for (int i = 0; i < with.size(); i++) {
      assertThat(with.get(i)).isCloseTo(without.get(i), within(1e-6));
    }
  }

  /** Many pass it, and it is what they wait for: it works all the time, at its capacity. */
  @Test
  void fullLinkOfManyIsSharedByAll() {
    List<Double> ends = manyFlows(1.0 / 1000);
    assertThat(ends.get(ends.size() - 1)).isEqualTo(MANY * 100 / 1000.0 + 1, within(1.0));
  }

  /** Ends of flows on 100 disks that all pass one link, in their order. */
  private static List<Double> manyFlows(double secondsOnLink) {
    SplittableRandom random = new SplittableRandom(3);
    Flows flows = new Flows();
    Resource link = new Resource("link");
    List<Double> ends = new ArrayList<>();
    List<Resource> disks = new ArrayList<>();
    for (int i = 0; i < DISKS; i++) {
      disks.add(new Resource("disk " + i));
    }
    for (int i = 0; i < MANY; i++) {
      List<Use> uses = new ArrayList<>(List.of(of(disks.get(i % DISKS), 50)));
      if (secondsOnLink > 0) {
        uses.add(new Use(link, secondsOnLink));
      }
      Flow flow =
          new Flow(
              100,
              uses,
              ANY,
              () -> {
                requireWithinCapacity(List.of(link));
                ends.add(flows.now());
              });
      flows.after(random.nextDouble(), () -> flows.start(flow));
    }
    flows.run();
    assertThat(ends).hasSize(MANY);
    return ends;
  }

  @Test
  void refusesWhatNeverEnds() {
    assertThatThrownBy(() -> flow(1, ANY)).hasMessageContaining("nothing bounds");
    assertThatThrownBy(() -> flow(-1, 1)).hasMessageContaining("no such flow");
    assertThatThrownBy(() -> flow(1, 0)).hasMessageContaining("no such flow");
  }

  /**
   * Every byte takes its time on all it passes, and nothing is ever over its capacity. That only
   * neighbours share anew costs little: with a link that all of them pass, and that costs nothing,
   * all are neighbours, and share exactly.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bytesAreConservedAndNothingIsOverItsCapacity(long seed) {
    double near = randomFlows(seed, 0);
    double exact = randomFlows(seed, 1e-15);
    assertThat(near).as("seed %d", seed).isCloseTo(exact, Percentage.withPercentage(5));
  }

  /** Returns when the last one ends. */
  private static double randomFlows(long seed, double secondsOnCommonLink) {
    SplittableRandom random = new SplittableRandom(seed);
    Flows flows = new Flows();
    Resource common = new Resource("common");
    List<Resource> disks = new ArrayList<>();
    double[] work = new double[8];
    for (int i = 0; i < work.length; i++) {
      disks.add(new Resource("disk " + i));
    }
    for (int i = 0; i < 600; i++) {
      List<Use> uses = new ArrayList<>();
      double bytes = 50 + random.nextDouble() * 100;
      int first = random.nextInt(work.length);
      int hops = 1 + random.nextInt(3);
      for (int hop = 0; hop < hops; hop++) {
        int at = (first + hop * 3) % work.length;
        uses.add(of(disks.get(at), 100));
        work[at] += bytes / 100;
      }
      if (secondsOnCommonLink > 0) {
        uses.add(new Use(common, secondsOnCommonLink));
      }
      double most = random.nextInt(4) == 0 ? 20 : ANY;
      Flow flow = new Flow(bytes, uses, most, () -> requireWithinCapacity(disks));
      flows.after(random.nextDouble() * 100, () -> flows.start(flow));
    }
    flows.run();
    for (int i = 0; i < work.length; i++) {
      assertThat(disks.get(i).busySeconds()).isCloseTo(work[i], within(1e-6));
      assertThat(disks.get(i).flows()).isEmpty();
    }
    return flows.now();
  }

  private static void requireWithinCapacity(List<Resource> disks) {
    for (Resource each : disks) {
      assertThat(each.load()).isLessThanOrEqualTo(1 + 1e-9);
    }
  }
}
