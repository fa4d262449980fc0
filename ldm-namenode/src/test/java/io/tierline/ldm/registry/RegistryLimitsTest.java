/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.LimitException;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TooManyLinksException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.testing.ThreadTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One user's registrations stop at his limits, and change nothing for others. */
class RegistryLimitsTest {
  private final LineageRegistry registry = new LineageRegistry(1_000);

  private void limit(Limit limit, long most) {
    registry.limit(owner -> new UserLimits(Map.of(limit, most)), Long.MAX_VALUE);
  }

  private static Workflow writing(String id, int jobs) throws LineageException {
    List<Job> all = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      all.add(Job.named("j" + i, "x").writes(DatasetPath.of("/out/" + id + "/" + i)).build());
    }
    return Workflow.of(id, id, all, List.of());
  }

  private static Workflow readers(String id, String path, int jobs) throws LineageException {
    List<Job> all = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      all.add(Job.named("r" + i, "x").reads(DatasetPath.of(path)).build());
    }
    return Workflow.of(id, id, all, List.of());
  }

  @Test
  void aUserHasSoManyWorkflowsAndOthersHaveTheirOwn() throws Exception {
    limit(Limit.WORKFLOWS, 2);
    registry.register(writing("a", 1), "eve");
    registry.register(writing("b", 1), "eve");
    LineageView before = registry.view();
    assertThatThrownBy(() -> registry.register(writing("c", 1), "eve"))
        .isInstanceOf(LimitException.class)
        .hasMessageContaining("eve would have 3 registered workflows; at most 2");
    assertThat(registry.view()).isSameAs(before);
    registry.register(writing("b", 2), "eve");
    registry.register(writing("d", 1), "ann");
    registry.withdraw("a");
    registry.register(writing("c", 1), "eve");
    assertThat(registry.usage().get("eve").workflows()).isEqualTo(2);
  }

  @Test
  void whatIsAskedAboutIsHeldToTheSameLimits() throws Exception {
    limit(Limit.JOBS, 5);
    assertThatThrownBy(() -> registry.preview(writing("a", 6), "eve"))
        .isInstanceOf(LimitException.class);
    registry.preview(writing("a", 5), "eve");
    assertThat(registry.usage()).isEmpty();
  }

  @Test
  void aJobThatEndsIsNoNewRegistration() throws Exception {
    registry.register(writing("a", 3), "eve");
    limit(Limit.JOBS, 1);
    registry.finish("a", "j0");
    assertThat(registry.usage().get("eve").jobs()).isEqualTo(3);
  }

  @Test
  void allTogetherHaveAShareOfTheHeap() throws Exception {
    registry.limit(owner -> UserLimits.NONE, 20_000);
    registry.register(writing("a", 5), "ann");
    assertThatThrownBy(() -> registry.register(writing("b", 20), "bob"))
        .isInstanceOf(RegistryFullException.class)
        .hasMessageContaining("tierline.ldm.limits.heap-share");
    assertThat(registry.usage()).containsOnlyKeys("ann");
  }

  @Test
  void whatWasRegisteredCountsAfterARestart() throws Exception {
    registry.register(writing("a", 3), "eve");
    registry.register(readers("b", "/out/a", 4), "eve");
    registry.register(writing("c", 2), "ann");
    LineageRegistry next = new LineageRegistry(1_000);
    next.restore(registry.view().registrations().values());
    for (String user : List.of("eve", "ann")) {
      assertThat(next.usage().get(user).withLinks(0))
          .isEqualTo(registry.usage().get(user).withLinks(0));
    }
    next.limit(owner -> new UserLimits(Map.of(Limit.JOBS, 7L)), Long.MAX_VALUE);
    assertThatThrownBy(() -> next.register(writing("d", 1), "eve"))
        .isInstanceOf(LimitException.class);
  }

  /** 1,000 datasets of ann's; eve's readers of the directory above would be linked with each. */
  @Test
  void linksWithOthersDatasetsAreChargedToWhoeverMakesThem() throws Exception {
    registry.register(writing("ann", 1_000), "ann");
    limit(Limit.LINKS, 10_000);
    assertThatThrownBy(() -> registry.register(readers("eve", "/out", 100), "eve"))
        .isInstanceOf(TooManyLinksException.class);
    registry.register(readers("bob", "/out", 2), "bob");
    assertThat(registry.usage().get("bob").links()).isBetween(2_000L, 6_000L);
    registry.register(writing("ann2", 10), "ann");
    assertThat(registry.usage().get("ann").links()).isLessThan(2_000);
    registry.withdraw("bob");
    assertThat(registry.usage()).doesNotContainKey("bob");
  }

  /** A small document whose graph has 6,250,000 edges, and took minutes to find. */
  @Test
  void aDocumentThatExplodesIsRefusedSoon() throws Exception {
    limit(Limit.LINKS, 1_000_000);
    List<Job> all = new ArrayList<>();
    DatasetPath path = DatasetPath.of("/out/all");
    for (int i = 0; i < 2_500; i++) {
      all.add(Job.named("w" + i, "x").use(new DatasetUse(path, Access.WRITE, true)).build());
      all.add(Job.named("r" + i, "x").reads(path).build());
    }
    Workflow bomb = Workflow.of("bomb", "bomb", all, List.of());
    ThreadTime.assertWithin(
        Duration.ofSeconds(5),
        () ->
            assertThatThrownBy(() -> registry.register(bomb, "eve"))
                .isInstanceOf(TooManyLinksException.class));
    assertThat(registry.view().registrations()).isEmpty();
  }

  /** Datasets below each other: every one has all readers of those above. */
  @Test
  void nestedDatasetsThatExplodeAreRefused() throws Exception {
    limit(Limit.LINKS, 100_000);
    List<Job> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      all.add(Job.named("w" + i, "x").writes(DatasetPath.of("/deep/d/" + i)).build());
      all.add(Job.named("r" + i, "x").reads(DatasetPath.of("/deep")).build());
    }
    Workflow bomb = Workflow.of("bomb", "bomb", all, List.of());
    assertThatThrownBy(() -> registry.register(bomb, "eve"))
        .isInstanceOf(TooManyLinksException.class);
    assertThat(registry.usage()).isEmpty();
  }
}
