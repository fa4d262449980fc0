/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaBlock;
import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaLogOptions;
import io.tierline.bid.delta.DeltaMark;
import io.tierline.bid.delta.DeltaOpening;
import io.tierline.bid.delta.DeltaRecovery;
import io.tierline.bid.delta.DeltaStatistics;
import io.tierline.bid.exit.AtExit;
import io.tierline.bid.volume.MissingLibraryException;
import io.tierline.common.Values;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delta log of a DataNode, if it has one that can be used. Nothing here throws: without a log
 * streams are stock's.
 */
public final class SyncLog {
  private static final Logger LOG = LoggerFactory.getLogger(SyncLog.class);

  /** Of a sum that recovery can look at. */
  private static final int SUM_BYTES = 4;

  private static final long CLOSE_MILLIS = 60_000;

  /** File systems that are gone with the machine's power. */
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private final boolean wanted;

  /** Empty: no key says where the log is. */
  private final Optional<DeltaLogOptions> options;

  private final DeltaMetrics metrics;
  private final HeldVolumes held = new HeldVolumes();
  private final Duration wait;
  private final LogOpener opener;

  /** Guards the volumes' folders, and that a log is opened once at a time. */
  private final Object opening = new Object();

  private List<Path> volumes;
  private boolean isMaking;
  private volatile boolean isInMemory;
  private volatile DeltaLog log;
  private AtExit exit;
  private boolean told;
  private boolean toldOfBudget;
  private boolean closed;

  private SyncLog(Values values, List<Path> volumes) {
    this.wanted = DeltaKeys.ENABLED.read(values);
    this.options = options(values, volumes);
    this.wait = DeltaKeys.WAIT.read(values);
    this.metrics = DeltaMetrics.create();
    this.volumes = List.copyOf(volumes);
    opener = new LogOpener(wait);
  }

  /**
   * Recovers the log that the keys name, before anybody looks at the volumes. One that is not there
   * is made meanwhile by another thread, if no volume may need one. One that is not wanted any more
   * is emptied. One whose device does not answer is given up, as one that is not there.
   *
   * @param volumes folders of all volumes
   */
  public static SyncLog open(Values values, List<Path> volumes) {
    SyncLog made = new SyncLog(values, volumes);
    made.begin();
    return made;
  }

  private static Optional<DeltaLogOptions> options(Values values, List<Path> volumes) {
    String name = DeltaKeys.PATH.read(values);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DeltaLogOptions(
            Path.of(name),
            DeltaKeys.SIZE.read(values),
            DeltaKeys.SEGMENT.read(values),
            DeltaKeys.SLOW.read(values),
            DeltaKeys.IDLE.read(values),
            DeltaKeys.BUDGET.read(values),
            volumes));
  }

  private void begin() {
    synchronized (opening) {
      volumes.forEach(BlockEnds::restore);
      if (options.isEmpty()) {
        refuse().ifPresent(this::tellOfRefusal);
      } else if (open(this::isToBeMade)) {
        isMaking = true;
        thread("tierline-bid-delta-make", this::make).start();
      }
      look();
    }
  }

  /** Has that done by another thread. Returns false, too, when the log's device hangs. */
  private boolean open(Predicate<DeltaOpening> work) {
    try {
      Optional<Boolean> result = opener.open(work::test, this::givesUp);
      if (result.isEmpty()) {
        tellOfHang();
      }
      return result.orElse(false);
    } catch (RuntimeException | Error e) {
      cannotBeUsed(e.toString());
      return false;
    }
  }

  /** With the lock by which a log is taken into use: it is that or given up. */
  private synchronized boolean givesUp(DeltaOpening opened) {
    if (log == null) {
      opened.giveUp();
    }
    return log == null;
  }

  private void tellOfHang() {
    String why =
        "%s: its device has given no answer for %d ms"
            .formatted(options.orElseThrow().path(), wait.toMillis());
    if (isWanted()) {
      cannotBeUsed(why);
    } else {
      LOG.warn("BID: the delta log is off and not empty: {}", why);
    }
  }

  private void cannotBeUsed(String why) {
    metrics.unavailable();
    LOG.warn("BID: hsync is stock's, the delta log cannot be used: {}", why);
  }

  /** Brings home the log that is there, if any. Otherwise it may be that one is to be made. */
  private boolean isToBeMade(DeltaOpening opened) {
    opened.ask();
    Optional<String> refusal = refuse();
    boolean isThere = Files.exists(options.orElseThrow().path());
    opened.answered();
    if (opened.isGivenUp()) {
      return false;
    }
    refusal.ifPresent(this::tellOfRefusal);
    if (isThere || volumes.stream().anyMatch(volume -> DeltaMark.of(volume).isPresent())) {
      recover(opened);
      return false;
    }
    return isWanted();
  }

  private void tellOfRefusal(String why) {
    metrics.unavailable();
    LOG.warn("BID: hsync is stock's: {}", why);
  }

  /** Why the log that is wanted will not be used, whatever it has; empty: it may be. */
  private Optional<String> refuse() {
    if (!wanted) {
      return Optional.empty();
    }
    if (options.isEmpty()) {
      return Optional.of(DeltaKeys.PATH.key() + " is not set");
    }
    Path folder = options.get().path().getParent();
    isInMemory = isInMemory(folder) && volumes.stream().noneMatch(SyncLog::isInMemory);
    return isInMemory
        ? Optional.of(
            "the delta log %s would be in memory: set %s to a file on an SSD"
                .formatted(options.get().path(), DeltaKeys.PATH.key()))
        : Optional.empty();
  }

  /** What cannot be looked at is not: opening it tells why. */
  private static boolean isInMemory(Path folder) {
    try {
      return folder != null && IN_MEMORY.contains(Files.getFileStore(folder).type());
    } catch (IOException e) {
      return false;
    }
  }

  /** Which volumes lack a log. */
  private void look() {
    volumes.forEach(volume -> held.look(volume, log()));
    metrics.held(held.count());
  }

  private static Thread thread(String name, Runnable work) {
    Thread made = new Thread(work, name);
    made.setDaemon(true);
    return made;
  }

  private void make() {
    open(
        opened -> {
          use(options.orElseThrow(), opened);
          return false;
        });
    synchronized (opening) {
      isMaking = false;
    }
  }

  /** Brings home what the log has of the volumes. */
  private boolean recover(DeltaOpening opened) {
    DeltaLogOptions now = options.orElseThrow().with(volumes);
    if (isWanted()) {
      use(now, opened);
    } else {
      drain(now, opened);
    }
    return false;
  }

  private static void drain(DeltaLogOptions options, DeltaOpening opening) {
    opening.ask();
    boolean isThere = Files.exists(options.path());
    opening.answered();
    if (!isThere) {
      return;
    }
    try {
      DeltaRecovery found = DeltaLog.drain(options, opening);
      LOG.info(
          "BID: the delta log is off, {} is empty: {} blocks needed it, {} got bytes from it",
          options.path(),
          found.blocks(),
          found.replayed());
    } catch (IOException | RuntimeException | Error e) {
      if (!opening.isGivenUp()) {
        LOG.warn("BID: the delta log is off and not empty: {}", e.toString());
      }
    }
  }

  private void use(DeltaLogOptions options, DeltaOpening opening) {
    try {
      DeltaLog opened = DeltaLog.open(options, opening);
      if (isTaken(opened, opening)) {
        LOG.info(
            "BID: hsync goes to the delta log {}: {} blocks needed it, {} got bytes from it",
            options.path(),
            opened.recovery().blocks(),
            opened.recovery().replayed());
      }
    } catch (MissingLibraryException e) {
      metrics.unavailable();
    } catch (IOException | RuntimeException | Error e) {
      if (!opening.isGivenUp()) {
        cannotBeUsed(e.toString());
      }
    }
  }

  /**
   * A volume is to be added to a DataNode that runs: what a log that is not in use has of its
   * blocks comes home before they are looked at.
   */
  public void adding(Path volume) {
    try {
      synchronized (opening) {
        volumes = Stream.concat(volumes.stream(), Stream.of(volume)).distinct().toList();
        BlockEnds.restore(volume);
        if (DeltaMark.of(volume).isPresent()
            && log == null
            && !isMaking
            && !opener.hangs()
            && !isClosed()
            && options.isPresent()) {
          open(this::recover);
        }
        look();
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("BID: {} is added without a look at the delta log: {}", volume, e.toString());
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** What it does; empty when it is off and no volume waits for it. */
  public Optional<LogReport> report() {
    if (!wanted && held.count() == 0) {
      return Optional.empty();
    }
    Optional<DeltaStatistics> figures = log().map(DeltaLog::statistics);
    return Optional.of(
        new LogReport(
            state(figures),
            options.map(known -> known.path().toString()).orElse(""),
            held.all(),
            metrics.syncsAtHome(),
            figures));
  }

  private String state(Optional<DeltaStatistics> figures) {
    if (!wanted) {
      return "off";
    }
    if (figures.isEmpty()) {
      return "not in use";
    }
    return figures.get().failed() == 0 ? "in use" : "failed";
  }

  /**
   * Whether blocks of the volume that were being written when the DataNode ended may lack bytes
   * that were synced.
   */
  public boolean mayLack(FsVolumeSpi volume) {
    return volume.getBaseURI() != null
        && "file".equals(volume.getBaseURI().getScheme())
        && held.has(Path.of(volume.getBaseURI()));
  }

  /** Whether syncs of blocks that are being written may go to a log. */
  public boolean isWanted() {
    return wanted && options.isPresent() && !isInMemory;
  }

  /** Closing takes its device's time: nobody is to wait for that by the lock. */
  private boolean isTaken(DeltaLog opened, DeltaOpening opening) {
    synchronized (this) {
      if (!closed && !opening.isGivenUp()) {
        metrics.opened(opened);
        log = opened;
        exit = AtExit.run(this::close);
        return true;
      }
    }
    opened.close();
    return false;
  }

  /** The log, once it is in use. */
  public Optional<DeltaLog> log() {
    return Optional.ofNullable(log);
  }

  /**
   * Streams of a replica that is being written, whose syncs go to the log.
   *
   * @param pool the block pool
   * @param stock HDFS's own, or such as pass all on to them; returned when there is no log for them
   */
  public ReplicaOutputStreams logged(
      LocalReplicaInPipeline replica, String pool, ReplicaOutputStreams stock) {
    DeltaLog used = log;
    FsVolumeSpi volume = replica.getVolume();
    if (used == null
        || volume.getStorageType() != StorageType.DISK
        || volume.isTransientStorage()
        || stock.getChecksum().getChecksumSize() != SUM_BYTES
        || !(stock.getDataOut() instanceof FileOutputStream data)
        || !(stock.getChecksumOut() instanceof FileOutputStream sums)) {
      return stock;
    }
    try {
      DeltaBlock block = block(replica, pool, stock.getChecksum().getBytesPerChecksum());
      return new LoggedStreams(
          stock, volume, used.stream(block, data.getFD(), sums.getFD()), this::wentHome);
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("BID: {} is synced in stock's way", replica, e);
      metrics.wentHome();
      return stock;
    }
  }

  private static DeltaBlock block(LocalReplicaInPipeline replica, String pool, int chunk) {
    Path root = Path.of(replica.getVolume().getBaseURI());
    return new DeltaBlock(
        replica.getBlockId(),
        replica.getGenerationStamp(),
        pool,
        replica.getVolume().getStorageID(),
        root.toString(),
        root.relativize(Path.of(replica.getBlockURI())).toString(),
        root.relativize(Path.of(replica.getMetadataURI())).toString(),
        chunk);
  }

  /** A sync was done in stock's way: perhaps since the log has failed. */
  private void wentHome() {
    metrics.wentHome();
    DeltaLog used = log;
    if (used == null) {
      return;
    }
    DeltaStatistics now = used.statistics();
    if (now.failed() != 0 && isNews()) {
      metrics.unavailable();
      LOG.warn(
          "BID: hsync is stock's, the delta log has failed: {}", used.failure().orElse("unknown"));
    }
    if (now.overBudget() > 0 && isNewsOfBudget()) {
      LOG.warn(
          "BID: hsync is stock's until the day is over, the delta log has written {}: not logged"
              + " again",
          DeltaKeys.BUDGET.key());
    }
  }

  private synchronized boolean isNewsOfBudget() {
    boolean first = !toldOfBudget;
    toldOfBudget = true;
    return first;
  }

  private synchronized boolean isNews() {
    boolean first = !told;
    told = true;
    return first;
  }

  /** Brings home what it has, and ends it. Streams that are open go on in stock's way. */
  public void close() {
    DeltaLog used;
    synchronized (this) {
      closed = true;
      used = log;
      log = null;
    }
    if (used == null) {
      return;
    }
    exit.cancel();
    metrics.closed();
    try {
      // A disk that does not answer does not keep the DataNode from ending.
      Thread closing = thread("tierline-bid-delta-close", used::close);
      closing.start();
      closing.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.warn("BID: the delta log did not close: {}", e.toString());
    }
  }
}
