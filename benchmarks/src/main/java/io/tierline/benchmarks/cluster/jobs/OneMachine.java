/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.flow.Flow;
import io.tierline.benchmarks.cluster.flow.Resource;
import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.benchmarks.cluster.hdfs.Block;
import io.tierline.benchmarks.cluster.hdfs.Node;
import io.tierline.benchmarks.cluster.hdfs.Replica;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All nodes in one machine, as the demo has them: tasks share its cores, and so do containers that
 * start; what tasks keep to themselves takes no emulated device; to HDFS each client is on some
 * node. What is written to disks waits in the page cache, and writers wait when too much does.
 */
final class OneMachine extends Hosting {
  private static final double MIB = 1 << 20;

  /** What a task fetches comes out of the page cache of the same machine. */
  private static final double FETCHED_PER_SECOND = 1000 * MIB;

  /** TeraSort looks at ten splits for where to divide, as TeraInputFormat says by default. */
  private static final int SAMPLES = 10;

  /** 10,000 rows of each split are asked for, and 4 MiB more are read ahead. */
  private static final long SAMPLE_BYTES = 1_000_000 + (4L << 20);

  private static final long TURN_BYTES = 4L << 20;

  private final MachineSpec spec;
  private final Resource cores = new Resource("cores");
  private final Map<Volume, Double> dirty = new HashMap<>();
  private final Map<Volume, Deque<Runnable>> waiting = new HashMap<>();
  private final Map<String, Streams> streams = new HashMap<>();

  private record Volume(Node node, int disk) {}

  OneMachine(MachineSpec spec) {
    this.spec = spec;
  }

  @Override
  long blockBytes() {
    return spec.blockBytes();
  }

  @Override
  void submitted(JobSpec job, Site site, Runnable then) {
    MachineSpec.Beside beside = spec.beside().get(job.name());
    if (beside != null) {
      Streams begun = new Streams(site, beside);
      streams.put(job.name(), begun);
      begun.begin();
    }
    double start = spec.startSeconds().getOrDefault(job.name(), 0.0);
    sample(job, site, () -> site.flows().after(start, then));
  }

  @Override
  void ended(JobSpec job) {
    Streams begun = streams.remove(job.name());
    if (begun != null) {
      begun.end();
    }
  }

  private void sample(JobSpec job, Site site, Runnable then) {
    List<Block> sampled = new ArrayList<>();
    if (job.program() == Program.TERASORT) {
      for (String input : job.inputs()) {
        site.dataset(input).files().forEach(sampled::addAll);
      }
    }
    sampled = sampled.subList(0, Math.min(SAMPLES, sampled.size()));
    if (sampled.isEmpty()) {
      then.run();
      return;
    }
    int[] left = {sampled.size()};
    for (Block block : sampled) {
      Node node = anyNode(site);
      Replica replica = site.placement().choose(block, node);
      site.flows()
          .start(
              new Flow(
                  Math.min(SAMPLE_BYTES, block.bytes()),
                  site.cluster().reading(replica, replica.node()),
                  Double.POSITIVE_INFINITY,
                  () -> {
                    left[0]--;
                    if (left[0] == 0) {
                      then.run();
                    }
                  }));
    }
  }

  @Override
  void startContainer(Program program, Site site, Runnable then) {
    double seconds = spec.containerSeconds() * site.jitter();
    site.flows().start(new Flow(seconds, computing(1), 1, then));
  }

  @Override
  List<Use> computing(double bytesPerSecond) {
    return List.of(new Use(cores, 1 / (spec.cores() * bytesPerSecond)));
  }

  /** A task waits for each 4 MiB that it asks for, and computes when it has them. */
  @Override
  double readPerSecond(double bytesPerSecond) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  void read(long bytes, double bytesPerSecond, Site site, Runnable then) {
    site.flows().start(new Flow(bytes, computing(bytesPerSecond), bytesPerSecond, then));
  }

  @Override
  List<Use> local(Node node) {
    return List.of();
  }

  @Override
  double fetchedPerSecond() {
    return FETCHED_PER_SECOND;
  }

  /** All have the same address, so HDFS takes a client to be on any of them. */
  @Override
  Node client(Node node, Site site) {
    return anyNode(site);
  }

  private static Node anyNode(Site site) {
    List<Node> nodes = site.cluster().nodes();
    return nodes.get(site.random().nextInt(nodes.size()));
  }

  @Override
  List<Use> writing(Block block, Node writer, Site site) {
    return block.replicas().stream()
        .filter(replica -> replica.medium() == Medium.SSD)
        .map(Replica::device)
        .toList();
  }

  @Override
  void written(Block block, Site site, Runnable then) {
    List<Volume> volumes = new ArrayList<>();
    for (Replica replica : block.replicas()) {
      if (replica.medium() != Medium.SSD) {
        Volume volume = new Volume(replica.node(), replica.disk());
        volumes.add(volume);
        dirty.merge(volume, (double) block.bytes(), Double::sum);
        double seconds = 1 / (spec.writtenBackMib() * MIB);
        Use disk = new Use(replica.device().resource(), seconds);
        writeBack(volume, disk, block.bytes(), site);
      }
    }
    await(volumes, 0, then);
  }

  /** A file's pages go to the disk so many in a turn, and a writer may go on after each. */
  private void writeBack(Volume volume, Use disk, long left, Site site) {
    long turn = Math.min(TURN_BYTES, left);
    site.flows()
        .start(
            new Flow(
                turn,
                List.of(disk),
                Double.POSITIVE_INFINITY,
                () -> {
                  writtenBack(volume, turn);
                  if (left > turn) {
                    writeBack(volume, disk, left - turn, site);
                  }
                }));
  }

  /** Goes on when none of the volumes has more to write back than it may. */
  private void await(List<Volume> volumes, int from, Runnable then) {
    for (int i = from; i < volumes.size(); i++) {
      if (dirty.get(volumes.get(i)) > spec.dirtyBytes()) {
        int next = i;
        waiting
            .computeIfAbsent(volumes.get(i), volume -> new ArrayDeque<>())
            .add(() -> await(volumes, next, then));
        return;
      }
    }
    then.run();
  }

  private void writtenBack(Volume volume, long bytes) {
    dirty.merge(volume, (double) -bytes, Double::sum);
    Deque<Runnable> writers = waiting.remove(volume);
    if (writers != null) {
      writers.forEach(Runnable::run);
    }
  }
}
