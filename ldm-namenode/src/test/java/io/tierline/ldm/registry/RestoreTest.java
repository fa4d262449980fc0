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
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.registry.LineageRegistry.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes that are kept before they are seen, and registrations brought back all at once. */
class RestoreTest {
  private final LineageRegistry registry = new LineageRegistry(3);

  @Test
  void changeIsKeptBeforeItIsSeen() throws LineageException {
    List<Change> kept = new ArrayList<>();
    registry.keepBy(
        change -> {
          assertThat(registry.view().find("/tera/in/x") == null).isEqualTo(kept.size() == 0);
          kept.add(change);
        });
    registry.register(Samples.teraChain(), "ann");
    registry.finish("tera", "gen");
    registry.finish("tera", "gen");
    registry.withdraw("tera");
    registry.withdraw("tera");
    assertThat(kept).hasSize(3);
    assertThat(kept.get(0).gone()).isEmpty();
    assertThat(kept.get(0).come().get("tera").owner()).isEqualTo("ann");
    assertThat(kept.get(1).gone()).containsOnlyKeys("tera");
    assertThat(kept.get(1).come().get("tera").finished()).containsExactly("gen");
    assertThat(kept.get(2).come()).isEmpty();
  }

  @Test
  void changeThatCannotBeKeptIsNotMade() {
    registry.keepBy(
        change -> {
          throw new LineageException("no room");
        });
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.register(Samples.teraChain(), "ann"))
        .withMessage("no room");
    assertThat(registry.view().registrations()).isEmpty();
    assertThat(registry.view().find("/tera/in/x")).isNull();
  }

  @Test
  void severalChangeAtOnceOrNoneDoes() throws LineageException {
    registry.register(workflow("old", job("x").writes(at("/old"))), "ann");
    registry.change(
        List.of(registration("a", "/a", "/raw"), registration("b", "/b", "/a")),
        List.of("old", "unknown"));
    assertThat(registry.view().registrations()).containsOnlyKeys("a", "b");
    assertThat(registry.view().group("a")).isSameAs(registry.view().group("b"));
    assertThat(registry.view().isManaged("/old")).isFalse();
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () ->
                registry.change(
                    List.of(registration("c", "/c", "/raw"), registration("d", "/b", "/raw")),
                    List.of("a")))
        .withMessageContaining("two writers");
    assertThat(registry.view().registrations()).containsOnlyKeys("a", "b");
    registry.change(List.of(registration("a", "/a2", "/raw")), List.of("b"));
    assertThat(registry.view().find("/a2/x").vertex().reusability()).isZero();
    assertThat(registry.view().find("/a/x")).isNull();
  }

  @Test
  void unknownWorkflowHasNothingToWithdraw() throws LineageException {
    assertThat(registry.withdraw("none")).isEmpty();
  }

  @Test
  void restoredWorkflowsAreRegisteredWithTheirOwnersAndEndedJobs() throws LineageException {
    Registration tera = new Registration(Samples.teraChain(), "ann", Set.of("sort"));
    registry.register(workflow("forgotten", job("x").writes(at("/x"))), "bob");
    assertThat(registry.restore(List.of(tera))).isEmpty();
    assertThat(registry.view().registrations()).containsOnlyKeys("tera").containsValue(tera);
    assertThat(registry.view().find("/x/part")).isNull();
    assertThat(registry.view().find("/tera/in/part").vertex().reusability()).isZero();
    assertThat(registry.register(workflow("tera", job("x")), "ann")).isFalse();
  }

  @Test
  void contradictionsAreLeftOutAndTheRestIsRegistered() throws LineageException {
    List<Registration> kept = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      kept.add(
          registration(
              "w" + (10 + i),
              i % 7 == 3 ? "/out/10" : "/out/" + (10 + i),
              "/out/" + (i == 0 ? "x" : 9 + i)));
    }
    kept.add(registration("alone", "/alone", "/raw"));
    List<Refused> refused = registry.restore(kept);
    assertThat(refused)
        .extracting(out -> out.registration().workflow().id())
        .containsExactly("w13", "w20", "w27");
    assertThat(refused.get(0).reason()).contains("/out/10").contains("two writers");
    assertThat(registry.view().registrations()).hasSize(18).containsKey("alone");
    assertThat(registry.view().find("/out/14/part").vertex().writers()).hasSize(1);
    registry.withdraw("w10");
    registry.withdraw("w13");
    assertThat(registry.view().find("/out/10/part")).isNull();
  }

  @Test
  void moreThanMayBeRegisteredAreRestoredAndNoneIsAdded() throws LineageException {
    List<Registration> kept = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      kept.add(registration("w" + i, "/out/" + i, "/raw"));
    }
    registry.restore(kept);
    assertThat(registry.view().registrations()).hasSize(5);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.register(workflow("more", job("x")), "ann"));
    assertThat(registry.register(workflow("w0", job("x")), "ann")).isFalse();
  }

  @Test
  void readersOfTheSameTableAreNotLinked() throws LineageException {
    registry.restore(
        List.of(registration("a", "/out/a", "/raw"), registration("b", "/out/b", "/raw")));
    assertThat(registry.view().group("a")).isNotSameAs(registry.view().group("b"));
    registry.register(workflow("c", job("x").writes(at("/raw/c"))), "ann");
    assertThat(registry.view().group("a")).isSameAs(registry.view().group("b"));
    registry.withdraw("c");
    assertThat(registry.view().group("a")).isNotSameAs(registry.view().group("b"));
    assertThat(registry.view().blocksAround("none").vertices()).isEmpty();
  }

  @Test
  void manyUsersOfOnePathAreTakenApartAgain() throws LineageException {
    LineageRegistry large = new LineageRegistry(100);
    for (int i = 0; i < 30; i++) {
      large.register(registration("w" + i, "/out/" + i, "/raw").workflow(), "ann");
    }
    large.register(workflow("maker", job("x").writes(at("/raw"))), "ann");
    assertThat(large.view().find("/raw/part").vertex().reusability()).isEqualTo(30);
    for (int i = 0; i < 29; i++) {
      large.withdraw("w" + i);
    }
    assertThat(large.view().find("/raw/part").vertex().reusability()).isEqualTo(1);
    large.withdraw("maker");
    assertThat(large.view().group("w29").members()).containsOnlyKeys("w29");
  }

  private static Registration registration(String id, String writes, String reads) {
    return new Registration(
        workflow(id, job("x").reads(at(reads)).writes(at(writes))), "ann", Set.of());
  }
}
