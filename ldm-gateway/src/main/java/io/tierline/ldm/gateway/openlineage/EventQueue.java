/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Events that were accepted and not told yet, in a file. What {@link #add} has returned from
 * outlives the process and the machine; what was told and not yet forgotten when either ended is
 * told again, which changes nothing.
 *
 * <p>The room is bounded. No user may have more of it than what is free: one alone has half, two
 * have a third each, and there is always some for the next.
 *
 * <p>After a failure of the disk the file is opened anew, so that what is known is what it holds.
 * May be used by several threads.
 */
public final class EventQueue implements Closeable {
  /** Of several requests together; parsed they take many times as much. */
  private static final long BATCH_BYTES = 4 << 20;

  private static final String FILE = "events.mv";

  private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY = own("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE = own("rw-------");

  /** How long requests wait for the disk, like all that they wait for. */
  private static final long PATIENCE_MS = 30_000;

  /** After so long a disk has on its medium what says that something is forgotten. */
  private static final int KEPT_MS = 45_000;

  private final String file;
  private final long patienceMillis;
  private final long mostBytes;
  private QueueFile now;
  private boolean isClosing;
  private boolean isClosed;

  /**
   * Some of one user's events, in the order in which they came.
   *
   * @param user whose they are
   * @param keys where they stand in the queue
   * @param texts arrays of events, as they were added
   */
  public record Batch(String user, List<Long> keys, List<String> texts) {
    /** Copies the lists; the record is immutable. */
    public Batch {
      keys = List.copyOf(keys);
      texts = List.copyOf(texts);
    }
  }

  /**
   * Opens the queue in that directory, which is made where there is none.
   *
   * @param mostBytes that events may take
   * @throws IOException when it cannot be read, or another process has it open
   */
  public EventQueue(Path directory, long mostBytes) throws IOException {
    this(directory, mostBytes, "", PATIENCE_MS);
  }

  /**
   * Opens it on a disk of that kind.
   *
   * @param disk what H2 knows a kind of files by, with a colon; empty for the usual
   */
  EventQueue(Path directory, long mostBytes, String disk, long patienceMillis) throws IOException {
    Files.createDirectories(directory, OWN_DIRECTORY);
    Files.setPosixFilePermissions(directory, OWN_DIRECTORY.value());
    Path path = directory.resolve(FILE);
    this.file = disk + path;
    this.patienceMillis = patienceMillis;
    this.mostBytes = mostBytes;
    if (Files.notExists(path)) {
      Files.createFile(path, OWN_FILE);
    }
    this.now = QueueFile.open(file, patienceMillis, KEPT_MS);
  }

  private static FileAttribute<Set<PosixFilePermission>> own(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /**
   * Keeps events of one user; returns when they are on the medium.
   *
   * @param events how many there are
   * @param text an array of them
   * @throws QueueFullException when there is no room for them
   * @throws IOException when they cannot be kept
   */
  public void add(String user, int events, String text) throws IOException {
    QueueFile to;
    long key;
    synchronized (this) {
      to = open();
      to.requirePrompt();
      QueueEntry entry = QueueEntry.of(user, events, text);
      long free = mostBytes - to.bytes();
      if (to.bytes(user) + entry.size() > free) {
        throw new QueueFullException(
            "%d events wait to be told, %d of them of %s; there is no room for more now"
                .formatted(to.events(), to.events(user), user));
      }
      key = to.append(entry);
      notifyAll();
    }
    to.force(key);
  }

  /** The file, opened anew where it has failed. */
  private QueueFile open() throws IOException {
    if (isClosed) {
      throw new IOException("the gateway is being stopped");
    }
    if (now.hasFailed()) {
      now.close();
      now = QueueFile.open(file, patienceMillis, KEPT_MS);
    }
    return now;
  }

  /** Users of whom something waits, whose first came first before others. */
  public synchronized List<String> users() {
    return now.users();
  }

  /**
   * Some of a user's events, those that came first: of one request, or of several small ones.
   *
   * @param mostEvents about how many
   * @throws IOException when they cannot be read
   */
  public synchronized Batch first(String user, int mostEvents) throws IOException {
    QueueFile from = open();
    List<Long> keys = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    int events = 0;
    long bytes = 0;
    for (Map.Entry<Long, Integer> next : from.of(user).entrySet()) {
      QueueEntry entry = from.read(next.getKey());
      bytes += entry.size();
      if (!keys.isEmpty() && (events + next.getValue() > mostEvents || bytes > BATCH_BYTES)) {
        break;
      }
      keys.add(next.getKey());
      texts.add(entry.text());
      events += next.getValue();
    }
    return new Batch(user, keys, texts);
  }

  /**
   * Forgets events that were told, or that nobody will have.
   *
   * @param changes of what is kept beside them, by name; empty for what is forgotten
   */
  void done(Batch told, Map<String, Optional<String>> changes) throws IOException {
    QueueFile from;
    long held;
    synchronized (this) {
      from = open();
      for (long key : told.keys()) {
        from.remove(told.user(), key);
      }
      for (Map.Entry<String, Optional<String>> change : changes.entrySet()) {
        from.keep(change.getKey(), change.getValue());
      }
      held = from.bytes();
    }
    // Not for their sake: that file shrinks which knows what it need not hold.
    from.force(QueueFile.ALL);
    from.tidy(held);
  }

  /** Keeps something beside the events; returns when it is on the medium. */
  void keep(Map<String, Optional<String>> changes) throws IOException {
    done(new Batch("", List.of(), List.of()), changes);
  }

  /** What is kept beside the events. */
  synchronized Map<String, String> kept() throws IOException {
    return open().kept();
  }

  /** Waits until something is added, at the most for so long. */
  @SuppressWarnings("WaitNotInLoop") // woken too soon, its caller looks once more
  synchronized void awaitNews(long millis) throws InterruptedException {
    if (!isClosing && now.users().isEmpty()) {
      wait(millis);
    }
  }

  /** Nobody waits for news any more. */
  synchronized void wake() {
    isClosing = true;
    notifyAll();
  }

  /** Events that wait. */
  public synchronized int events() {
    return now.events();
  }

  /** Events of that user that wait. */
  public synchronized int events(String user) {
    return now.events(user);
  }

  /** What all of them take. */
  public synchronized long bytes() {
    return now.bytes();
  }

  /** Why nothing can be kept; empty when all is well. */
  public synchronized String problem() {
    return now.problem();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    now.close();
    wake();
  }
}
