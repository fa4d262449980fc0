/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage.Mode;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeptLineageTest {
  private final StateCodec codec = new StateCodec(16 << 10, 32);
  private final MemoryStore store = new MemoryStore();
  private final AtomicLong clock = new AtomicLong(1_000);
  private final LineageRegistry registry = new LineageRegistry(5);
  private final KeptLineage lineage = new KeptLineage(registry, store, codec, clock::get);

  @Test
  void nothingIsChangedBeforeItIsLoaded() throws IOException {
    refused(() -> registry.register(Samples.teraChain(), "ann"), "being loaded");
    assertThat(store.records).isEmpty();
    lineage.load();
    assertThat(lineage.mode()).isEqualTo(Mode.READY);
    assertThat(registry.register(Samples.teraChain(), "ann")).isTrue();
    lineage.release();
    refused(() -> registry.withdraw("tera"), "being loaded");
  }

  @Test
  void whatWasAcknowledgedIsThereAgain() throws IOException {
    lineage.load();
    assertThat(registry.register(Samples.teraChain(), "ann")).isTrue();
    assertThat(registry.register(Samples.teraChain(), "ann")).isFalse();
    registry.register(workflow("other", job("x").writes(at("/x"))), "bob");
    registry.register(workflow("third", job("y")), "bob");
    registry.finish("tera", "sort");
    registry.finish("tera", "gen");
    assertThat(registry.withdraw("other")).isPresent();
    assertThat(registry.withdraw("other")).isEmpty();
    LineageRegistry again = reloaded();
    assertThat(again.view().registrations()).containsOnlyKeys("tera", "third");
    assertThat(again.view().registrations().get("tera"))
        .isEqualTo(new Registration(Samples.teraChain(), "ann", Set.of("sort", "gen")));
    assertThat(again.view().find("/tera/in/x").vertex().reusability()).isZero();
  }

  @Test
  void registeringAgainStartsItsJobsAnew() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    registry.finish("tera", "sort");
    registry.register(Samples.teraChain(), "ann");
    assertThat(reloaded().view().registrations().get("tera"))
        .isEqualTo(new Registration(Samples.teraChain(), "ann", Set.of()));
  }

  @Test
  void idsAreEachUsersOwnAcrossARestart() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    registry.finish("tera", "sort");
    registry.register(Samples.teraChain(), "bob");
    LineageRegistry again = reloaded();
    assertThat(again.view().registrations()).containsOnlyKeys("tera", "tera@@bob");
    assertThat(again.view().registrations().get("tera").finished()).containsExactly("sort");
    assertThat(again.view().idOf("bob", "tera")).isEqualTo("tera@@bob");
    assertThat(again.register(Samples.teraChain(), "bob")).isFalse();
  }

  @Test
  void whatCannotBeKeptIsNotSeen() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    store.failure = new IOException("XAttrs are disabled\nat line 1");
    refused(() -> registry.register(workflow("w", job("x")), "ann"), "XAttrs are disabled");
    refused(() -> registry.finish("tera", "sort"), "nothing was changed");
    refused(() -> registry.withdraw("tera"), "nothing was changed");
    assertThat(registry.view().registrations())
        .containsOnlyKeys("tera")
        .containsValue(new Registration(Samples.teraChain(), "ann", Set.of()));
    store.failure = null;
    assertThat(registry.register(workflow("w", job("x")), "ann")).isTrue();
  }

  @Test
  void whatContradictsIsNotKept() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.register(workflow("w", job("x").writes(at("/tera/in"))), "ann"));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> registry.finish("tera", "none"));
    assertThat(store.records).containsOnlyKeys("tera");
  }

  @Test
  void endOfAJobThatHasEndedIsNotWritten() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    registry.finish("tera", "sort");
    store.failure = new IOException("asked to write");
    registry.finish("tera", "sort");
    assertThat(registry.view().registrations().get("tera").finished()).containsExactly("sort");
  }

  @Test
  void damagedRecordsAreSetAsideAndTheRestIsLoaded() throws IOException {
    keep(Samples.teraChain());
    store.records.put("begun", Map.of());
    store.records.put("renamed", store.records.get("tera"));
    LoadReport report = lineage.load();
    assertThat(report.workflows()).isEqualTo(1);
    assertThat(report.setAside())
        .extracting(LoadReport.Fault::name)
        .containsExactly("begun", "renamed");
    assertThat(report.setAside().get(1).reason()).contains("under the name of another");
    assertThat(store.aside).isEmpty();
    assertThat(lineage.isUntidy()).isTrue();
    store.failure = new IOException("in safe mode");
    assertThatExceptionOfType(IOException.class).isThrownBy(lineage::tidy);
    assertThat(lineage.isUntidy()).isTrue();
    store.failure = null;
    lineage.tidy();
    assertThat(lineage.isUntidy()).isFalse();
    assertThat(store.aside).containsOnlyKeys("begun", "renamed");
    assertThat(store.records).containsOnlyKeys("tera");
  }

  @Test
  void damagedRecordIsNotOverwrittenByANewOneOfItsName() throws IOException {
    store.records.put("tera", Map.of("head", "broken".getBytes(UTF_8)));
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    assertThat(store.aside).containsOnlyKeys("tera");
    assertThat(reloaded().view().registrations()).containsOnlyKeys("tera");
  }

  @Test
  void contradictionIsSetAside() throws IOException {
    keep(Samples.teraChain());
    keep(workflow("z", job("x").writes(at("/tera/in"))));
    LoadReport report = lineage.load();
    assertThat(report.setAside())
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.name()).isEqualTo("z");
              assertThat(fault.reason()).contains("two writers");
            });
    lineage.tidy();
    assertThat(store.aside).containsOnlyKeys("z");
  }

  @Test
  void recordsOfALaterVersionAreLeftAloneAndSoAreAllOthers() throws IOException {
    keep(Samples.teraChain());
    lineage.load();
    store.records.put("later", Map.of("head", "{\"version\":\"2.3\"}".getBytes(UTF_8)));
    store.records.put("begun", Map.of());
    lineage.release();
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(lineage::load)
        .withMessageContaining("format 2.3");
    assertThat(lineage.mode()).isEqualTo(Mode.WAITING);
    assertThat(registry.view().registrations()).isEmpty();
    refused(() -> registry.register(workflow("w", job("x")), "ann"), "being loaded");
    lineage.tidy();
    assertThat(store.aside).isEmpty();
    assertThat(store.records).containsOnlyKeys("tera", "later", "begun");
    assertThatExceptionOfType(NewerStateException.class).isThrownBy(lineage::peek);
    store.records.remove("later");
    lineage.load();
    assertThat(registry.view().registrations()).containsOnlyKeys("tera");
  }

  @Test
  void endOfAJobKeepsWhatALaterMinorVersionHasWritten() throws IOException {
    keep(Samples.teraChain());
    String head = new String(store.records.get("tera").get("head"), UTF_8);
    byte[] later = head.replace("\"1.3\"", "\"1.4\",\"why\":\"x\"").getBytes(UTF_8);
    store.records.get("tera").put("head", later);
    byte[] ended = "{\"jobs\":\"AQ==\",\"at\":[7]}".getBytes(UTF_8);
    store.records.get("tera").put("finished", ended);
    store.records.get("tera").put("more", new byte[] {1});
    lineage.load();
    registry.finish("tera", "sort");
    Map<String, byte[]> record = store.records.get("tera");
    assertThat(new String(record.get("finished"), UTF_8)).contains("\"at\":[7]");
    assertThat(record.get("head")).isEqualTo(later);
    assertThat(record).containsKey("more");
    assertThat(reloaded().view().registrations().get("tera").finished())
        .containsExactlyInAnyOrder("gen", "sort");
  }

  @Test
  void whenAWorkflowWasSeenIsKept() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    clock.set(2_000);
    registry.finish("tera", "gen");
    clock.set(900_000);
    lineage.saw("tera");
    lineage.saw("nobody");
    assertThat(lineage.lastSeen("nobody")).isEmpty();
    KeptLineage next = new KeptLineage(registry, store, codec, clock::get);
    next.load();
    assertThat(next.lastSeen("tera")).hasValue(900_000);
    assertThat(registry.view().registrations().get("tera").finished()).containsExactly("gen");
    registry.register(workflow("more", job("x")), "ann");
    registry.withdraw("tera");
    assertThat(next.lastSeen("tera")).isEqualTo(OptionalLong.empty());
  }

  @Test
  void aWorkflowThatIsSeenOftenIsWrittenSeldom() throws IOException {
    lineage.load();
    registry.register(Samples.teraChain(), "ann");
    byte[] kept = store.records.get("tera").get("finished");
    clock.set(500_000);
    lineage.saw("tera");
    assertThat(lineage.lastSeen("tera")).hasValue(500_000);
    assertThat(store.records.get("tera").get("finished")).isSameAs(kept);
    clock.set(700_000);
    store.failure = new IOException("safe mode");
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> lineage.saw("tera"));
    assertThat(lineage.lastSeen("tera")).hasValue(700_000);
    store.failure = null;
    lineage.keepSeen(1);
    assertThat(new String(store.records.get("tera").get("finished"), UTF_8)).contains("700000");
  }

  @Test
  void whatIsDueIsKeptWhileItsWorkflowIsRegistered() throws IOException {
    Instant since = Instant.ofEpochSecond(1_000);
    lineage.keepDue("tera", Map.of("gen", since));
    assertThat(lineage.dueSince("tera")).as("nothing is loaded").isEmpty();
    lineage.load();
    lineage.keepDue("tera", Map.of("gen", since));
    assertThat(lineage.dueSince("tera")).as("nobody's").isEmpty();
    registry.register(Samples.teraChain(), "ann");
    lineage.keepDue("tera", Map.of("gen", since));
    KeptLineage next = new KeptLineage(registry, store, codec, clock::get);
    next.load();
    assertThat(next.dueSince("tera")).isEqualTo(Map.of("gen", since));
    assertThat(next.withDueJobs()).containsExactly("tera");
    registry.finish("tera", "gen");
    assertThat(next.withDueJobs()).as("the same document").containsExactly("tera");
    registry.withdraw("tera");
    assertThat(next.withDueJobs()).isEmpty();
  }

  @Test
  void whatAnEarlierVersionHasKeptCountsAsSeenNow() throws IOException {
    keep(Samples.teraChain());
    lineage.load();
    assertThat(lineage.lastSeen("tera")).hasValue(1_000);
    lineage.keepSeen(10);
    clock.set(5_000);
    lineage.load();
    assertThat(lineage.lastSeen("tera")).as("kept").hasValue(1_000);
  }

  @Test
  void peekReadsAndAllowsNothing() throws IOException {
    keep(Samples.teraChain());
    lineage.peek();
    assertThat(registry.view().registrations()).containsOnlyKeys("tera");
    refused(() -> registry.withdraw("tera"), "being loaded");
    lineage.load();
    store.failure = new IOException("read twice");
    lineage.peek();
    assertThat(lineage.mode()).isEqualTo(Mode.READY);
  }

  @Test
  void failedLoadChangesNothing() {
    store.failure = new IOException("gone");
    assertThatExceptionOfType(IOException.class).isThrownBy(lineage::load).withMessage("gone");
    assertThat(lineage.mode()).isEqualTo(Mode.WAITING);
  }

  @Test
  void whoKeepsNothingStartsEmpty() throws IOException {
    KeptLineage forgetful =
        new KeptLineage(registry, StateStore.NOWHERE, StateCodec.UNLIMITED, clock::get);
    forgetful.load();
    registry.register(Samples.teraChain(), "ann");
    registry.finish("tera", "gen");
    StateStore.NOWHERE.setAside("any");
    assertThat(registry.view().registrations()).containsOnlyKeys("tera");
    registry.withdraw("tera");
    forgetful.load();
    assertThat(registry.view().registrations()).isEmpty();
  }

  private void keep(io.tierline.ldm.lineage.Workflow workflow) throws IOException {
    store.put(
        StateCodec.name(workflow.id()), codec.encode(new Registration(workflow, "ann", Set.of())));
  }

  private LineageRegistry reloaded() throws IOException {
    LineageRegistry again = new LineageRegistry(1);
    LoadReport report = new KeptLineage(again, store, codec, clock::get).load();
    assertThat(report.setAside()).isEmpty();
    return again;
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable change, String why) {
    assertThatExceptionOfType(StateUnavailableException.class)
        .isThrownBy(change)
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }
}
