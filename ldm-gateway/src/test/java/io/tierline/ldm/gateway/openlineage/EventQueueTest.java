/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.gateway.openlineage.EventQueue.Batch;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventQueueTest {
  private static final long MOST = 1 << 20;

  /** More than a busy machine takes between two lines of a test. */
  private static final int PATIENCE_MILLIS = 2_000;

  @TempDir private Path directory;

  private EventQueue open() throws IOException {
    return new EventQueue(directory.resolve("events"), MOST);
  }

  private static List<String> drained(EventQueue queue, String user) throws IOException {
    List<String> texts = new ArrayList<>();
    while (queue.users().contains(user)) {
      Batch batch = queue.first(user, 3);
      texts.addAll(batch.texts());
      queue.done(batch, Map.of());
    }
    return texts;
  }

  @Test
  void eachUsersEventsComeOutInTheirOrderAndOnce() throws Exception {
    try (EventQueue queue = open()) {
      for (int i = 0; i < 5; i++) {
        queue.add("ann", 1, "[\"a" + i + "\"]");
        queue.add("bob", 2, "[\"b" + i + "\",\n 1]");
      }
      assertThat(queue.users()).containsExactly("ann", "bob");
      assertThat(queue.events()).isEqualTo(15);
      assertThat(queue.events("bob")).isEqualTo(10);
      assertThat(queue.first("bob", 3).texts()).hasSize(1);
      assertThat(queue.first("ann", 3).texts()).hasSize(3);
      assertThat(drained(queue, "bob")).hasSize(5).contains("[\"b4\",\n 1]");
      assertThat(drained(queue, "ann"))
          .containsExactly("[\"a0\"]", "[\"a1\"]", "[\"a2\"]", "[\"a3\"]", "[\"a4\"]");
      assertThat(queue.users()).isEmpty();
      assertThat(queue.bytes()).isZero();
    }
  }

  @Test
  void entryThatMakesNoSenseKeepsNoOtherBack() throws Exception {
    try (EventQueue queue = open()) {
      queue.add("ann", 1, "[1]");
      assertThatIllegalArgumentException().isThrownBy(() -> queue.add("x\ny", 1, "[2]"));
    }
    Path file = directory.resolve("events/events.mv");
    try (MVStore store = MVStore.open(file.toString())) {
      MVMap<Long, byte[]> entries =
          store.openMap(
              "entries",
              new MVMap.Builder<Long, byte[]>()
                  .keyType(LongDataType.INSTANCE)
                  .valueType(ByteArrayDataType.INSTANCE));
      entries.put(0L, "x\ny\n1\n[2]".getBytes(StandardCharsets.UTF_8));
    }
    try (EventQueue queue = open()) {
      assertThat(queue.users()).containsExactly("ann");
      assertThat(drained(queue, "ann")).containsExactly("[1]");
    }
  }

  @Test
  void whatIsToldTogetherIsBoundedInBytes() throws Exception {
    try (EventQueue queue = new EventQueue(directory.resolve("large"), 64 << 20)) {
      for (int i = 0; i < 6; i++) {
        queue.add("ann", 1, "[\"" + "x".repeat(1 << 20) + "\"]");
      }
      assertThat(queue.first("ann", 500).texts()).hasSize(3);
    }
  }

  @Test
  void whatWasAddedAndNotForgottenIsThereAfterAnEndOfTheProcess() throws Exception {
    try (EventQueue queue = open()) {
      queue.add("ann", 1, "[1]");
      queue.add("ann", 1, "[2]");
      queue.done(queue.first("ann", 1), Map.of());
      queue.add("bob", 4, "[3]");
      // As a kill leaves it: the file as it is on the disk now, and nothing of the process.
      Files.createDirectories(directory.resolve("copy"));
      Files.copy(directory.resolve("events/events.mv"), directory.resolve("copy/events.mv"));
    }
    try (EventQueue queue = new EventQueue(directory.resolve("copy"), MOST)) {
      assertThat(queue.events()).isEqualTo(5);
      assertThat(drained(queue, "ann")).containsExactly("[2]");
      assertThat(drained(queue, "bob")).containsExactly("[3]");
      queue.add("bob", 1, "[4]");
      assertThat(drained(queue, "bob")).containsExactly("[4]");
    }
  }

  @Test
  void fileWhoseEndWasTornHoldsAllThatWasForcedBefore() throws Exception {
    Path torn = Files.createDirectories(directory.resolve("torn")).resolve("events.mv");
    long whole;
    try (EventQueue queue = open()) {
      queue.add("ann", 1, "[1]");
      whole = Files.size(directory.resolve("events/events.mv"));
      queue.add("ann", 1, "[\"" + "x".repeat(100_000) + "\"]");
      Files.copy(directory.resolve("events/events.mv"), torn);
    }
    try (FileChannel channel = FileChannel.open(torn, StandardOpenOption.WRITE)) {
      channel.truncate(whole + 5_000);
    }
    try (EventQueue queue = new EventQueue(torn.getParent(), MOST)) {
      assertThat(drained(queue, "ann")).containsExactly("[1]");
    }
  }

  @Test
  void fullIsToldAndNobodyTakesTheRoomOfTheNext() throws Exception {
    String text = "[\"" + "x".repeat(10_000) + "\"]";
    try (EventQueue queue = open()) {
      int anns = fill(queue, "ann", text);
      assertThat(anns).as("half of it").isBetween(45, 52);
      int bobs = fill(queue, "bob", text);
      assertThat(bobs).as("half of the other half").isBetween(22, 27);
      assertThatThrownBy(() -> queue.add("ann", 1, text))
          .isInstanceOf(QueueFullException.class)
          .hasMessageContaining("no room");
      queue.add("eve", 1, text);
      drained(queue, "ann");
      queue.add("ann", 1, text);
    }
  }

  private static int fill(EventQueue queue, String user, String text) throws IOException {
    for (int i = 0; i < 1_000; i++) {
      try {
        queue.add(user, 1, text);
      } catch (QueueFullException full) {
        return i;
      }
    }
    throw new AssertionError("it is never full");
  }

  @Test
  void manyThreadsAddAndNothingIsLostOrCountedTwice() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (EventQueue queue = open()) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        String user = "user" + thread % 3;
        int number = thread;
        all.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    queue.add(user, 1, "[\"" + number + "-" + i + "\"]");
                  }
                  return null;
                }));
      }
      List<String> seen = new ArrayList<>();
      while (all.stream().anyMatch(each -> !each.isDone())) {
        for (String user : queue.users()) {
          Batch batch = queue.first(user, 20);
          seen.addAll(batch.texts());
          queue.done(batch, Map.of());
        }
      }
      for (Future<?> each : all) {
        each.get();
      }
      for (String user : queue.users()) {
        seen.addAll(drained(queue, user));
      }
      assertThat(seen).hasSize(400).doesNotHaveDuplicates();
      assertThat(queue.bytes()).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void nobodyElseMayReadItAndNoSecondProcessHasIt() throws Exception {
    try (EventQueue queue = open()) {
      queue.add("ann", 1, "[1]");
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(directory.resolve("events"))))
          .isEqualTo("rwx------");
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(directory.resolve("events/events.mv"))))
          .isEqualTo("rw-------");
      assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("locked");
    }
    try (EventQueue queue = open()) {
      assertThat(queue.events()).isEqualTo(1);
    }
  }

  @Test
  void diskThatFailsIsToldAndTriedAgain() throws Exception {
    try (EventQueue queue = open()) {
      queue.add("ann", 1, "[1]");
      // An interrupt in the middle of a write closes the file, as a disk that is gone does.
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> queue.add("ann", 1, "[2]")).isInstanceOf(IOException.class);
      assertThat(Thread.interrupted()).isTrue();
      queue.add("ann", 1, "[3]");
      assertThat(drained(queue, "ann")).containsExactly("[1]", "[3]");
    }
  }

  @Test
  void diskThatHangsHasOneThreadAndIsTold() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (StallingFiles disk = StallingFiles.register();
        EventQueue queue =
            new EventQueue(
                directory.resolve("slow"), MOST, StallingFiles.PREFIX, PATIENCE_MILLIS)) {
      queue.add("ann", 1, "[1]");
      disk.stall();
      Future<?> first = threads.submit(() -> added(queue, "[2]"));
      disk.awaitStalled();
      try {
        Future<?> second = threads.submit(() -> added(queue, "[3]"));
        assertThatThrownBy(second::get).hasMessageContaining("the disk has been writing for");
        assertThatThrownBy(() -> queue.add("ann", 1, "[4]"))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("the disk has been writing for");
        assertThat(queue.problem()).contains("the disk");
        assertThat(queue.events()).as("the fourth was turned away at once").isEqualTo(3);
        assertThat(first.isDone()).isFalse();
      } finally {
        // A queue whose disk hangs waits for it when it is closed, and would hide what failed.
        disk.goOn();
      }
      first.get();
      assertThat(queue.problem()).isEmpty();
      queue.add("ann", 1, "[5]");
      assertThat(drained(queue, "ann")).containsExactly("[1]", "[2]", "[3]", "[5]");
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void added(EventQueue queue, String text) throws IOException {
    queue.add("ann", 1, text);
    return null;
  }

  /** One event of each hundred waits, as of whom the gateway may not speak for. */
  @Test
  void fileStaysSmallWhileLittleOfItWaits() throws Exception {
    Path file = Files.createFile(directory.resolve("large.mv"));
    QueueFile queue = QueueFile.open(file.toString(), 60_000, 0);
    String text = "[\"" + "x".repeat(20_000) + "\"]";
    long written = 0;
    for (int round = 0; round < 200; round++) {
      List<Long> told = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        boolean waits = i == 25;
        long key = queue.append(QueueEntry.of(waits ? "ann" : "bob", 1, text));
        written += text.length();
        if (!waits) {
          told.add(key);
        }
      }
      queue.force(QueueFile.ALL);
      for (long key : told) {
        queue.remove("bob", key);
      }
      queue.force(QueueFile.ALL);
      queue.tidy(queue.bytes());
    }
    assertThat(queue.events("ann")).isEqualTo(200);
    assertThat(Files.size(file)).as("of %d written", written).isLessThan(64 << 20);
    queue.close();
    QueueFile again = QueueFile.open(file.toString(), 60_000, 0);
    assertThat(again.of("ann")).hasSize(200);
    assertThat(again.read(again.of("ann").firstKey()).text()).isEqualTo(text);
    again.close();
  }
}
