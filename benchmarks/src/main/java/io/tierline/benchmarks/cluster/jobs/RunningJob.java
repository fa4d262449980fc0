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
import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.benchmarks.cluster.hdfs.Block;
import io.tierline.benchmarks.cluster.hdfs.Dataset;
import io.tierline.benchmarks.cluster.hdfs.Node;
import io.tierline.benchmarks.cluster.hdfs.Placement;
import io.tierline.benchmarks.cluster.hdfs.Replica;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job from its submission to its end: maps, then reducers.
 *
 * <p>A map reads, computes and spills at one pace, a reducer merges what it has fetched and writes
 * its blocks at one pace, and it fetches from one node after the other once all maps are done.
 */
final class RunningJob {
  private static final double MIB = 1 << 20;

  private final JobSpec spec;
  private final Site site;
  private final Dataset output;
  private final Pending pending = new Pending();
  private final Map<Node, Double> mapOutput = new LinkedHashMap<>();
  private final double start;
  private double end = Double.NaN;
  private boolean reducing;
  private int running;
  private int number;

  RunningJob(JobSpec spec, Site site) {
    this.spec = spec;
    this.site = site;
    this.start = site.flows().now();
    this.output = site.dataset(spec.output());
    pending.add(spec.input().isEmpty() ? generators() : maps(site.dataset(spec.input())));
  }

  JobSpec spec() {
    return spec;
  }

  Pending pending() {
    return pending;
  }

  int running() {
    return running;
  }

  /** Its place in the order in which jobs were submitted. */
  int number() {
    return number;
  }

  void number(int place) {
    number = place;
  }

  /** Seconds from its submission to its end. */
  double seconds() {
    return end - start;
  }

  /** When it ended, in seconds since the beginning. */
  double endedAt() {
    return end;
  }

  boolean hasEnded() {
    return !Double.isNaN(end);
  }

  void started() {
    running++;
  }

  /** A task of it has ended; returns true when the job has, or has new tasks. */
  boolean ended() {
    running--;
    if (running > 0 || pending.count() > 0) {
      return false;
    }
    if (!reducing && !mapOutput.isEmpty()) {
      reducing = true;
      List<Task> reducers = new ArrayList<>();
      for (int i = 0; i < spec.reducers(); i++) {
        reducers.add(new Task(List.of(), this::reducing));
      }
      pending.add(reducers);
    } else {
      end = site.flows().now();
    }
    return true;
  }

  private List<Task> generators() {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < spec.maps(); i++) {
      tasks.add(new Task(List.of(), this::generating));
    }
    return tasks;
  }

  private Iterator<Task.Step> generating(Node node) {
    return writing(spec.mapBytes(), node, spec.program().cost().mapSeconds(), List.of()).iterator();
  }

  private List<Task> maps(Dataset input) {
    List<Task> tasks = new ArrayList<>();
    for (List<Block> file : input.files()) {
      if (spec.program().cost().wholeFiles()) {
        tasks.add(map(file));
      } else {
        file.forEach(block -> tasks.add(map(List.of(block))));
      }
    }
    return tasks;
  }

  private Task map(List<Block> blocks) {
    return new Task(
        hosts(blocks),
        node -> {
          double most = MIB / (spec.program().cost().mapSeconds() * site.jitter());
          return blocks.stream().map(block -> reading(block, node, most)).iterator();
        });
  }

  /** As many nodes as a block has replicas: those that have most of the blocks. */
  private static List<Node> hosts(List<Block> blocks) {
    Map<Node, Long> bytes = new LinkedHashMap<>();
    for (Block block : blocks) {
      block.replicas().forEach(replica -> bytes.merge(replica.node(), block.bytes(), Long::sum));
    }
    List<Node> hosts = new ArrayList<>(bytes.keySet());
    hosts.sort(Comparator.comparing((Node node) -> -bytes.get(node)));
    return hosts.subList(0, Math.min(hosts.size(), Placement.REPLICAS));
  }

  private Task.Step reading(Block block, Node node, double mostPerSecond) {
    return onEnd -> {
      Replica replica = site.placement().choose(block, node);
      List<Use> uses = new ArrayList<>(site.cluster().reading(replica, node));
      double out = spec.program().cost().shuffled();
      if (out > 0) {
        uses.add(node.local().times(out));
      }
      return new Flow(
          block.bytes(),
          uses,
          mostPerSecond,
          () -> {
            site.traffic().read(block.bytes(), replica, replica.node() == node);
            if (out > 0) {
              mapOutput.merge(node, out * block.bytes(), Double::sum);
            }
            site.placement().wasRead(block, replica, site.flows());
            onEnd.run();
          });
    };
  }

  private Iterator<Task.Step> reducing(Node node) {
    List<Task.Step> steps = new ArrayList<>();
    List<Node> from = new ArrayList<>(mapOutput.keySet());
    Collections.rotate(from, site.random().nextInt(from.size()));
    Use kept = node.local();
    double total = 0;
    for (Node source : from) {
      double bytes = mapOutput.get(source) / spec.reducers();
      total += bytes;
      steps.add(fetching(bytes, source, node, kept));
    }
    List<Use> merging = List.of(kept);
    steps.addAll(writing(Math.round(total), node, spec.program().cost().reduceSeconds(), merging));
    return steps.iterator();
  }

  private Task.Step fetching(double bytes, Node source, Node node, Use kept) {
    return onEnd -> {
      List<Use> uses = new ArrayList<>(site.cluster().way(source, node));
      uses.add(source.local());
      uses.add(kept);
      return new Flow(
          bytes,
          uses,
          Double.POSITIVE_INFINITY,
          () -> {
            site.traffic().shuffled(bytes);
            onEnd.run();
          });
    };
  }

  /** A file, block by block, with what is read beside each byte of it. */
  private List<Task.Step> writing(long bytes, Node node, double secondsPerMib, List<Use> beside) {
    double most = MIB / (secondsPerMib * site.jitter());
    List<Block> file = output.newFile();
    List<Task.Step> steps = new ArrayList<>();
    for (long left = bytes; left > 0; left -= Site.BLOCK_BYTES) {
      long size = Math.min(left, Site.BLOCK_BYTES);
      steps.add(onEnd -> block(size, file, node, most, beside, onEnd));
    }
    return steps;
  }

  private Flow block(
      long bytes, List<Block> file, Node node, double most, List<Use> beside, Runnable onEnd) {
    Block block = site.placement().place(output, bytes, node, site.flows().now());
    file.add(block);
    List<Use> uses = new ArrayList<>(site.cluster().writing(block.replicas(), node));
    uses.addAll(beside);
    return new Flow(
        bytes,
        uses,
        most,
        () -> {
          site.traffic().written(bytes, block.replicas());
          onEnd.run();
        });
  }
}
