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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LineageRegistryTest {
  private final LineageRegistry registry = new LineageRegistry(3);

  @Test
  void emptyRegistryManagesNothing() {
    assertThat(registry.view().registrations()).isEmpty();
    assertThat(registry.view().find("/tera/in/part-0")).isNull();
    assertThat(registry.view().isManaged("/")).isFalse();
  }

  @Test
  void blocksOfAProducedDatasetAreManaged() throws LineageException {
    assertThat(registry.register(Samples.teraChain(), "alice")).isTrue();
    LineageView view = registry.view();
    assertThat(view.find("/tera/in/part-0").vertex().reusability()).isEqualTo(1);
    assertThat(view.find("/tera/in").root()).isEqualTo("/tera/in");
    assertThat(view.find("/tera/inner/part-0")).isNull();
    assertThat(view.find("/tera")).isNull();
    assertThat(view.isManaged("/tera/in")).isTrue();
    assertThat(view.isManaged("/tera/in/part-0")).isFalse();
    assertThat(view.registrations().get("tera").owner()).isEqualTo("alice");
    assertThat(view.tasks().jobs()).hasSize(3);
    assertThat(view.blocks().vertices()).hasSize(3);
  }

  @Test
  void previewShowsAWorkflowAndChangesNothing() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    LineageView before = registry.view();
    LineageView preview =
        registry.preview(workflow("more", job("again").reads(at("/tera/in"))), "bob");
    assertThat(preview.find("/tera/in").vertex().reusability()).isEqualTo(2);
    assertThat(preview.tasksAround("more").jobs()).hasSize(4);
    assertThat(preview.finishedAround("more")).isEmpty();
    assertThat(registry.view()).isSameAs(before);
    assertThat(registry.register(workflow("more", job("a").reads(at("/x"))), "bob")).isTrue();
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () -> registry.preview(workflow("w", job("b").writes(at("/tera/in"))), "alice"));
    registry.finish("tera", "gen");
    assertThat(registry.view().finishedAround("tera")).hasSize(1);
    assertThat(registry.view().finishedAround("nobody")).isEmpty();
    // The same id in its place, as a registration would.
    assertThat(registry.preview(workflow("more", job("a").writes(at("/y"))), "bob").find("/y/z"))
        .isNotNull();
  }

  @Test
  void fullRegistryHasNoPreviewOfAnother() throws LineageException {
    LineageRegistry one = new LineageRegistry(1);
    one.register(Samples.teraChain(), "alice");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> one.preview(workflow("more", job("a").writes(at("/x"))), "bob"));
  }

  @Test
  void inputsGlobsAndOtherFileSystemsAreNotManaged() throws LineageException {
    registry.register(
        workflow(
            "w",
            job("a").reads(at("/raw")).writes(at("/glob/*")).writes(at("s3a://b/x")),
            job("b").writes(at("/user/${wf:user()}/x"))),
        "alice");
    assertThat(registry.view().find("/raw/part-0")).isNull();
    assertThat(registry.view().find("/glob/x/part-0")).isNull();
    assertThat(registry.view().find("/x/part-0")).isNull();
    assertThat(registry.view().find("/user/alice/x")).isNull();
  }

  @Test
  void partThatIsReadApartHasReadersOfItsOwn() throws LineageException {
    registry.register(
        workflow("w", job("a").writes(at("/out")), job("b").reads(at("/out/hot"))), "alice");
    assertThat(registry.view().find("/out/hot/part-0").vertex().reusability()).isEqualTo(1);
    assertThat(registry.view().find("/out/cold/part-0").vertex().reusability()).isZero();
  }

  @Test
  void temporaryOfACommitterBelongsWhereItWillBeReadFrom() throws LineageException {
    registry.register(
        workflow("w", job("a").writes(at("/out")), job("b").reads(at("/out/hot"))), "alice");
    LineageView view = registry.view();
    String attempt = "/_temporary/1/_temporary/attempt_1_0001_m_000000_0/";
    assertThat(view.find("/out" + attempt + "hot/part-0").root()).isEqualTo("/out/hot");
    assertThat(view.find("/out" + attempt + "cold/part-0").root()).isEqualTo("/out");
    assertThat(view.find("/out/hot/part-0._COPYING_").root()).isEqualTo("/out/hot");
    assertThat(view.find("/other" + attempt + "hot/part-0")).isNull();
  }

  @Test
  void temporariesAboveAPartitionBelongToThePartition() throws LineageException {
    registry.register(
        workflow("w", job("a").writes(at("/out/day=1")), job("b").reads(at("/out/day=1"))),
        "alice");
    String attempt = "/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0/";
    assertThat(registry.view().find(attempt + "day=1/part-0").root()).isEqualTo("/out/day=1");
    assertThat(registry.view().find(attempt + "day=2/part-0")).isNull();
  }

  @Test
  void registeringTwiceChangesNothing() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    var before = registry.view().blocks().vertices().stream().toList();
    assertThat(registry.register(Samples.teraChain(), "alice")).isFalse();
    assertThat(registry.view().blocks().vertices()).containsExactlyElementsOf(before);
    assertThat(registry.view().registrations()).hasSize(1);
  }

  @Test
  void conflictLeavesTheStateAsItWas() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    LineageView before = registry.view();
    Workflow conflict = workflow("other", job("x").writes(at("/tera/in")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.register(conflict, "alice"))
        .withMessage("dataset /tera/in has two writers: 'x' (other) and 'gen' (tera)");
    assertThat(registry.view()).isSameAs(before);
    registry.register(workflow("third", job("y").reads(at("/tera/in"))), "bob");
    assertThat(registry.view().registrations()).containsOnlyKeys("tera", "third");
  }

  @Test
  void circleWithWhatIsRegisteredLeavesTheStateAsItWas() throws LineageException {
    registry.register(workflow("one", job("a").reads(at("/y")).writes(at("/x"))), "alice");
    LineageView before = registry.view();
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () ->
                registry.register(
                    workflow("two", job("b").reads(at("/x")).writes(at("/y"))), "alice"))
        .withMessageContaining("one/a -> two/b -> one/a");
    assertThat(registry.view()).isSameAs(before);
  }

  @Test
  void withdrawnWorkflowIsForgotten() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    assertThat(registry.withdraw("tera")).map(Registration::owner).contains("alice");
    assertThat(registry.view().find("/tera/in/part-0")).isNull();
    assertThat(registry.withdraw("tera")).isEmpty();
  }

  @Test
  void finishedReaderLeavesAndReturnsWithTheNextRegistration() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    registry.finish("tera", "sort");
    registry.finish("tera", "sort");
    assertThat(registry.view().find("/tera/in/x").vertex().reusability()).isZero();
    assertThat(registry.view().registrations().get("tera").finished()).isEqualTo(Set.of("sort"));
    registry.register(Samples.teraChain(), "alice");
    assertThat(registry.view().find("/tera/in/x").vertex().reusability()).isEqualTo(1);
  }

  @Test
  void unknownWorkflowOrJobCannotFinish() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.finish("other", "sort"))
        .withMessage("no workflow 'other' is registered");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.finish("tera", "other"))
        .withMessage("workflow 'tera' has no job 'other'");
  }

  @Test
  void fullRegistryRefusesMoreButReplaces() throws LineageException {
    for (String id : new String[] {"c", "a", "b"}) {
      registry.register(workflow(id, job("x")), "alice");
    }
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.register(workflow("d", job("x")), "alice"))
        .withMessage("at most 3 workflows are registered at a time; withdraw some");
    assertThat(registry.register(workflow("c", job("y")), "alice")).isFalse();
  }

  @Test
  void registrationsAreListedInTheOrderOfTheirIds() throws LineageException {
    for (String id : new String[] {"c", "a", "b"}) {
      registry.register(workflow(id, job("x")), "alice");
    }
    assertThat(registry.view().registrations().keySet()).containsExactly("a", "b", "c");
  }

  @Test
  void registryForNothingIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LineageRegistry(0));
  }

  @Test
  void readersSeeAWholeStateWhileOthersRegister()
      throws LineageException, InterruptedException, ExecutionException, TimeoutException {
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService reader = Executors.newSingleThreadExecutor();
    Future<Integer> torn = reader.submit(() -> tornViews(done));
    for (int i = 0; i < 500; i++) {
      registry.register(Samples.teraChain(), "alice");
      registry.withdraw("tera");
    }
    done.set(true);
    assertThat(torn.get(30, TimeUnit.SECONDS)).isZero();
    reader.shutdown();
  }

  /** Views in which only some of the chain's datasets are managed. */
  private int tornViews(AtomicBoolean done) {
    int torn = 0;
    while (!done.get()) {
      LineageView view = registry.view();
      boolean registered = view.registrations().containsKey("tera");
      boolean first = view.find("/tera/in/x") != null;
      boolean last = view.find("/tera/report/x") != null;
      torn += first == registered && last == registered ? 0 : 1;
    }
    return torn;
  }

  @Test
  void workflowsThatNameADatasetAreFound() throws LineageException {
    registry.register(workflow("a", job("x").writes(at("/a")).reads(at("/in/*"))), "alice");
    registry.register(workflow("b", job("x").writes(at("/b")).reads(at("/a"))), "bob");
    registry.register(workflow("c", job("x").writes(at("/c/d")).reads(at("/in/*"))), "bob");
    assertThat(registry.naming(at("/a")))
        .extracting(r -> r.workflow().id())
        .containsExactly("a", "b");
    assertThat(registry.naming(at("/in/*")))
        .extracting(r -> r.workflow().id())
        .containsExactly("a", "c");
    assertThat(registry.naming(at("/c"))).isEmpty();
    assertThat(registry.naming(at("/in/?"))).isEmpty();
    assertThat(registry.naming(at("/elsewhere/*"))).isEmpty();
    assertThat(registry.naming(at("s3a://b/a"))).isEmpty();
    assertThat(registry.naming(at("s3a://b/*"))).isEmpty();
    registry.withdraw("a");
    assertThat(registry.naming(at("/a"))).extracting(r -> r.workflow().id()).containsExactly("b");
  }

  @Test
  void groupsStayTheSameUntilSomethingInThemChanges() throws LineageException {
    registry.register(workflow("a", job("x").writes(at("/a"))), "alice");
    registry.register(workflow("b", job("x").writes(at("/b"))), "alice");
    var before = registry.view().groups();
    registry.register(workflow("c", job("x").reads(at("/b")).writes(at("/c"))), "alice");
    var after = registry.view().groups();
    assertThat(before).hasSize(2);
    assertThat(after).hasSize(2);
    assertThat(after.stream().filter(before::contains))
        .singleElement()
        .satisfies(group -> assertThat(group.members()).containsOnlyKeys("a"));
    assertThat(registry.view().managed("/b").vertex().reusability()).isEqualTo(1);
    assertThat(registry.view().managed("/b/part-0")).isNull();
    registry.finish("c", "x");
    assertThat(registry.view().group("c").finished()).hasSize(1);
    assertThat(registry.view().group("c").tasks().jobs()).hasSize(2);
  }

  @Test
  void otherLimitHoldsForWhatComesAndKeepsWhatIsThere() throws LineageException {
    registry.register(workflow("a", job("j").writes(at("/a"))), "alice");
    registry.register(workflow("b", job("j").writes(at("/b"))), "alice");
    registry.limit(1);
    assertThat(registry.view().registrations()).hasSize(2);
    Workflow third = workflow("c", job("j").writes(at("/c")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.register(third, "alice"))
        .withMessageContaining("at most 1 workflows");
    registry.limit(3);
    assertThat(registry.register(third, "alice")).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> registry.limit(0));
  }
}
