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
import io.tierline.benchmarks.cluster.hdfs.Replica;
import java.util.ArrayList;
import java.util.List;

/** Readers and writers beside a job, each at its own pace, that begin anew until the job ends. */
final class Streams {
  /** How far a reader goes before it looks whether it is to end. */
  private static final long PIECE_BYTES = 1 << 20;

  private final Site site;
  private final MachineSpec.Beside spec;
  private boolean ended;

  Streams(Site site, MachineSpec.Beside spec) {
    this.site = site;
    this.spec = spec;
  }

  void begin() {
    List<List<Block>> files = site.dataset(spec.text()).files();
    for (int i = 0; i < spec.readers(); i++) {
      List<Block> file = files.get(i % files.size());
      // Streams of several jobs are rarely at the same place.
      read(file, i * file.size() / spec.readers());
    }
    for (int i = 0; i < spec.writers(); i++) {
      write(List.of(), 0);
    }
  }

  /** Each ends with the piece that it is at. */
  void end() {
    ended = true;
  }

  private void read(List<Block> file, int number) {
    if (!ended) {
      Block block = file.get(number % file.size());
      Node node = site.hosting().client(site.cluster().nodes().get(0), site);
      Replica replica = site.placement().choose(block, node);
      read(block, replica, block.bytes(), () -> read(file, number + 1));
    }
  }

  private void read(Block block, Replica replica, long left, Runnable then) {
    if (left == 0) {
      site.placement().wasRead(block, replica, site.flows());
      then.run();
    } else if (!ended) {
      long piece = Math.min(PIECE_BYTES, left);
      List<Use> uses = site.cluster().reading(replica, replica.node());
      site.flows()
          .start(
              new Flow(
                  piece,
                  uses,
                  spec.bytesPerSecond(),
                  () -> read(block, replica, left - piece, then)));
    }
  }

  /** What it had written before is written over, as a job that begins anew does. */
  private void write(List<Block> before, long done) {
    if (ended) {
      return;
    }
    boolean isNew = done >= spec.fileBytes();
    long from = isNew ? 0 : done;
    long bytes = Math.min(site.hosting().blockBytes(), spec.fileBytes() - from);
    Dataset written = site.dataset("beside-" + spec.text());
    Node node = site.hosting().client(site.cluster().nodes().get(0), site);
    Block block = site.placement().place(written, bytes, node, site.flows().now());
    List<Block> file = new ArrayList<>(isNew ? List.of() : before);
    file.add(block);
    Runnable next = () -> write(file, from + bytes);
    site.flows()
        .start(
            new Flow(
                bytes,
                site.hosting().writing(block, node, site),
                spec.bytesPerSecond(),
                () -> site.hosting().written(block, site, next)));
  }
}
