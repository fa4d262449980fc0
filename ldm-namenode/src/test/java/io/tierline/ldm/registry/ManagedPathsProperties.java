/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static io.tierline.ldm.lineage.Samples.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Two layers of paths answer as one map does. */
class ManagedPathsProperties {
  @Property(tries = 50)
  void layersAnswerAsOneMap(@ForAll long seed) {
    Random random = new Random(seed);
    Map<String, ManagedDataset> model = new HashMap<>();
    ManagedPaths paths = ManagedPaths.of(model);
    for (int step = 0; step < 60; step++) {
      Map<String, ManagedDataset> changes = new HashMap<>();
      for (int i = 0; i < random.nextInt(80); i++) {
        String path = path(random);
        changes.put(path, random.nextInt(3) == 0 ? null : dataset(path, step));
      }
      changes.forEach(
          (path, dataset) -> {
            model.remove(path);
            if (dataset != null) {
              model.put(path, dataset);
            }
          });
      paths = paths.with(changes, () -> model);
      for (int i = 0; i < 40; i++) {
        String asked = path(random) + (random.nextBoolean() ? "/part-0" : "");
        assertThat(paths.lookup(asked)).as(asked).isEqualTo(above(model, asked));
      }
    }
  }

  private static String path(Random random) {
    StringBuilder path = new StringBuilder();
    for (int depth = 0; depth <= random.nextInt(4); depth++) {
      path.append('/').append((char) ('a' + random.nextInt(6)));
    }
    return random.nextInt(50) == 0 ? "/" : path.toString();
  }

  private static ManagedDataset dataset(String path, int step) {
    return ManagedDataset.of(
        path,
        new Vertex(at(path), List.of(new JobId("w", "j" + step)), List.of(), 0, 0, List.of()),
        "ann");
  }

  private static ManagedDataset above(Map<String, ManagedDataset> model, String asked) {
    for (String at = asked.replaceAll("^//", "/"); !at.isEmpty(); ) {
      if (model.containsKey(at)) {
        return model.get(at);
      }
      at = at.substring(0, at.lastIndexOf('/'));
    }
    return model.get("/");
  }
}
