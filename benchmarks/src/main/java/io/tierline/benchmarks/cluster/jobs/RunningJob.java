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
 * A job from its submission to its end: one stage after the other.
 *
 * <p>A map reads, computes and spills or writes at one pace. A task behind a shuffle fetches from
 * one node after the other once the stage before has ended, then computes and writes its blocks at
 * one pace.
 */
final class RunningJob {
  private static final double MIB = 1 << 20;

  private final JobSpec spec;
  private final Site site;
  private final Dataset output;
  private final Pending pending = new Pending();
  private final double start;
  private Map<Node, Double> shuffle = new LinkedHashMap<>();
  private Map<Node, Double> fetched = Map.of();
  private double end = Double.NaN;
  private int stage;
  private int running;
  private int number;

  /**
   * A job.
   *
   * @param start when it should have started, in seconds since the beginning
   */
  RunningJob(JobSpec spec, Site site, double start) {
    this.spec = spec;
    this.site = site;
    this.start = start;
    this.output = site.dataset(spec.output());
    pending.add(spec.inputs().isEmpty() ? generators() : maps());
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

  /** Seconds to its end, from when it should have started. */
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
    if (isLast() || shuffle.isEmpty()) {
      end = site.flows().now();
      return true;
    }
    stage++;
    fetched = shuffle;
    shuffle = new LinkedHashMap<>();
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < spec.reducers(); i++) {
      tasks.add(new Task(List.of(), this::fetching));
    }
    pending.add(tasks);
    return true;
  }

  private Stage stage() {
    return spec.program().stages().get(stage);
  }

  private boolean isLast() {
    return stage == spec.program().stages().size() - 1;
  }

  private List<Task> generators() {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < spec.maps(); i++) {
      tasks.add(new Task(List.of(), this::generating));
    }
    return tasks;
  }

  private Iterator<Task.Step> generating(Node node) {
    return writing(spec.mapBytes(), node, pace(), List.of()).iterator();
  }

  /** Bytes a second that a task of the stage reads at the most, drawn for each. */
  private double pace() {
    return MIB / (stage().seconds() * site.jitter());
  }

  private List<Task> maps() {
    List<Task> tasks = new ArrayList<>();
    for (String input : spec.inputs()) {
      for (List<Block> file : site.dataset(input).files()) {
        if (stage().source() == Stage.Source.FILES) {
          tasks.add(map(file));
        } else {
          file.forEach(block -> tasks.add(map(List.of(block))));
        }
      }
    }
    return tasks;
  }

  private Task map(List<Block> blocks) {
    return new Task(
        hosts(blocks),
        node -> {
          double most = pace();
          List<Block> file = isWritten() ? output.newFile() : List.of();
          return blocks.stream().map(block -> reading(block, node, most, file)).iterator();
        });
  }

  /** Whether maps write to HDFS. */
  private boolean isWritten() {
    return isLast() && !spec.output().isEmpty();
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

  private Task.Step reading(Block block, Node node, double mostPerSecond, List<Block> file) {
    return onEnd -> {
      Replica replica = site.placement().choose(block, site.hosting().client(node, site));
      List<Use> uses = new ArrayList<>(site.cluster().reading(replica, node));
      double out = stage().out();
      Runnable wasMade = () -> {};
      if (out > 0 && !isLast()) {
        site.hosting().local(node).forEach(use -> uses.add(use.times(out)));
        wasMade = () -> shuffle.merge(node, out * block.bytes(), Double::sum);
      } else if (out > 0 && isWritten()) {
        Block made = newBlock(Math.round(out * block.bytes()), node, file);
        site.hosting().writing(made, node, site).forEach(use -> uses.add(use.times(out)));
        wasMade = () -> site.traffic().written(made.bytes(), made.replicas());
      }
      Runnable thenMade = wasMade;
      return new Flow(
          block.bytes(),
          uses,
          site.hosting().readPerSecond(mostPerSecond),
          () -> {
            site.traffic().read(block.bytes(), replica, replica.node() == node);
            thenMade.run();
            site.placement().wasRead(block, replica, site.flows());
            site.hosting().read(block.bytes(), mostPerSecond, site, onEnd);
          });
    };
  }

  private Iterator<Task.Step> fetching(Node node) {
    List<Task.Step> steps = new ArrayList<>();
    List<Node> from = new ArrayList<>(fetched.keySet());
    Collections.rotate(from, site.random().nextInt(from.size()));
    List<Use> kept =
        stage().source() == Stage.Source.MERGED ? site.hosting().local(node) : List.<Use>of();
    double total = 0;
    for (Node source : from) {
      double bytes = fetched.get(source) / spec.reducers();
      total += bytes;
      steps.add(fetching(bytes, source, node, kept));
    }
    double out = stage().out();
    if (isLast()) {
      List<Use> beside = kept.stream().map(use -> use.times(1 / out)).toList();
      steps.addAll(writing(Math.round(out * total), node, out * pace(), beside));
    } else {
      steps.add(spilling(total, node, pace(), kept));
    }
    return steps.iterator();
  }

  private Task.Step fetching(double bytes, Node source, Node node, List<Use> kept) {
    return onEnd -> {
      List<Use> uses = new ArrayList<>(site.cluster().way(source, node));
      uses.addAll(site.hosting().local(source));
      uses.addAll(kept);
      return new Flow(
          bytes,
          uses,
          site.hosting().fetchedPerSecond(),
          () -> {
            site.traffic().shuffled(bytes);
            onEnd.run();
          });
    };
  }

  /** For the next stage. */
  private Task.Step spilling(double bytes, Node node, double mostPerSecond, List<Use> beside) {
    double out = stage().out();
    return onEnd -> {
      List<Use> uses = new ArrayList<>(beside);
      uses.addAll(site.hosting().computing(mostPerSecond));
      site.hosting().local(node).forEach(use -> uses.add(use.times(out)));
      return new Flow(
          bytes,
          uses,
          mostPerSecond,
          () -> {
            shuffle.merge(node, out * bytes, Double::sum);
            onEnd.run();
          });
    };
  }

  /** A file, block by block, with what is read beside each byte of it. */
  private List<Task.Step> writing(long bytes, Node node, double mostPerSecond, List<Use> beside) {
    List<Block> file = output.newFile();
    List<Task.Step> steps = new ArrayList<>();
    long most = site.hosting().blockBytes();
    for (long left = bytes; left > 0; left -= most) {
      long size = Math.min(left, most);
      steps.add(onEnd -> block(size, file, node, mostPerSecond, beside, onEnd));
    }
    return steps;
  }

  private Flow block(
      long bytes, List<Block> file, Node node, double most, List<Use> beside, Runnable onEnd) {
    Block block = newBlock(bytes, node, file);
    List<Use> uses = new ArrayList<>(site.hosting().writing(block, node, site));
    uses.addAll(site.hosting().computing(most));
    uses.addAll(beside);
    return new Flow(
        bytes,
        uses,
        most,
        () -> {
          site.traffic().written(bytes, block.replicas());
          site.hosting().written(block, site, onEnd);
        });
  }

  private Block newBlock(long bytes, Node node, List<Block> file) {
    Node client = site.hosting().client(node, site);
    Block block = site.placement().place(output, bytes, client, site.flows().now());
    output.append(file, block);
    return block;
  }
}
