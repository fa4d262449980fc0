/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.registry.Standing;
import io.tierline.ldm.registry.Standing.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@link Ownership} knows where it may not ask the namespace. */
class OwnersKnownTest {
  private final Map<String, Place> namespace = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final LineageRegistry registry = new LineageRegistry(10);
  private String writer = "";
  private final Ownership ownership =
      new Ownership(
          paths -> {
            asked.addAll(paths);
            return paths.stream()
                .map(path -> namespace.getOrDefault(path, new Place("", "root")))
                .toList();
          },
          user -> user.equals("hdfs"),
          user -> user.equals("hdfs") || user.equals("inGroup"),
          () -> writer);

  private ManagedDataset stated(String user, String path) throws LineageException {
    registry.register(workflow(user + path.hashCode(), job("j").writes(at(path))), user);
    return registry.view().managed(path);
  }

  private void tick() {
    ownership.users(registry.view().owners());
    ownership.tick(registry.view()::isManaged, () -> true);
  }

  @Test
  void placementAsksNobodyAndGoesByWhoWrites() throws LineageException {
    ManagedDataset anns = stated("ann", "/home/ann/a");
    namespace.put("/home/ann/a", new Place("", "ann"));
    assertThat(ownership.placing(anns)).isEqualTo(Standing.NONE);
    writer = "ann";
    assertThat(ownership.placing(anns)).isEqualTo(Standing.WRITER);
    writer = "etl";
    assertThat(ownership.placing(anns)).isEqualTo(Standing.NONE);
    assertThat(asked).isEmpty();
    tick();
    assertThat(ownership.placing(anns)).as("once it was looked at").isEqualTo(Standing.DIRECTORY);
    assertThat(asked).hasSize(1);
  }

  @Test
  void whatIsExpectedIsKnownForTheFirstBlock() throws LineageException {
    namespace.put("/home/ann/a", new Place("", "ann"));
    ownership.expect("ann", List.of("/home/ann/a"));
    assertThat(ownership.placing(stated("ann", "/home/ann/a"))).isEqualTo(Standing.DIRECTORY);
    ownership.expect("hdfs", List.of());
    assertThat(ownership.placing(stated("hdfs", "/any"))).isEqualTo(Standing.TRUSTED);
  }

  @Test
  void ownersAreLookedAtAgain() throws LineageException {
    ManagedDataset bobs = stated("bob", "/data/x");
    writer = "bob";
    assertThat(ownership.placing(bobs)).isEqualTo(Standing.WRITER);
    namespace.put("/data/x", new Place("bob", "root"));
    tick();
    assertThat(ownership.placing(bobs)).isEqualTo(Standing.OWNER);
    namespace.put("/data/x", new Place("ann", "root"));
    assertThat(ownership.now(bobs)).as("decided for long").isEqualTo(Standing.NONE);
    tick();
    assertThat(ownership.placing(bobs)).isEqualTo(Standing.NONE);
  }

  @Test
  void whatNobodyStatesAnyMoreIsForgotten() throws LineageException {
    ownership.placing(stated("bob", "/data/x"));
    ownership.tick(root -> false, () -> true);
    assertThat(asked).isEmpty();
  }

  @Test
  void ticksGoOnWhereTheLastOneEnded() throws LineageException {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      many.add("/data/" + i);
    }
    ownership.expect("bob", many);
    asked.clear();
    ownership.tick(root -> true, () -> false);
    assertThat(asked).hasSize(256);
    ownership.tick(root -> true, () -> false);
    ownership.tick(root -> true, () -> false);
    assertThat(Set.copyOf(asked)).hasSize(600);
  }

  @Test
  void administratorsAreKnownByNameAtOnceAndByGroupSoon() throws LineageException {
    ManagedDataset all = stated("hdfs", "/data/x");
    ManagedDataset byGroup = stated("inGroup", "/data/y");
    assertThat(ownership.placing(all)).as("by his name").isEqualTo(Standing.TRUSTED);
    assertThat(ownership.placing(byGroup)).as("groups take time").isEqualTo(Standing.NONE);
    tick();
    assertThat(ownership.placing(byGroup)).isEqualTo(Standing.TRUSTED);
  }
}
