/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.plan.CompactionPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.master.region.MasterRegionFactory;
import org.apache.hadoop.hbase.regionserver.CreateStoreFileWriterParams;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreFlusher;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.HostFit;
import org.apache.hadoop.hbase.regionserver.HostStoreEngine;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.StockReplacement;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ranged LSM store engine: set {@code hbase.hstore.engine.class} to this class for a table or a
 * family. Files stay ordinary HFiles, so that setting it back needs no rewriting.
 *
 * <p>System tables keep the stock engine's parts, whatever the setting.
 */
public class RlsmStoreEngine extends HostStoreEngine {

  private static final Logger LOG = LoggerFactory.getLogger(RlsmStoreEngine.class);

  private static final long MOST_PATIENCE_MILLIS = 300_000;
  private static final int MOST_MAJOR_ASKS = 8;

  /** What was replaced is worth archiving at once if it is one byte in so many of a partition. */
  private static final int ARCHIVED_ONE_IN = 64;

  private static final Complaints COMPLAINTS = new Complaints();

  private HStore store;

  /** Null in a system table. */
  private RlsmStoreFileManager files;

  private EngineGuard guard = new EngineGuard();
  private DefaultCompactor stockCompactor;
  private StorePlans plans;
  private Configuration configuration;
  private volatile StoreFileTracker writers;
  private EngineStats stats;
  private PromptArchiving archiving;
  private NextCompaction next;

  // Only the chore's thread uses these.
  private StoreState askedAbout;
  private long patienceMillis;
  private long askAgainAt;
  private int majorAsks;

  /** HBase makes engines by reflection. */
  public RlsmStoreEngine() {}

  @Override
  protected void createComponents(Configuration conf, HStore store, CellComparator comparator)
      throws IOException {
    this.store = store;
    this.configuration = conf;
    stockCompactor = new DefaultCompactor(conf, store);
    try {
      if (isOfHBase(store.getRegionInfo().getTable())) {
        // The only stores of a master: keys of the site that nothing reads are named there as well.
        complain("a store of HBase's own", RlsmKeys.unknownIn(conf));
      } else {
        guard = EngineGuard.of(TierlineStoreAccess.regionServer(store.getHRegion()));
        if (!guard.isOff()) {
          createOurs(conf, comparator);
          return;
        }
      }
    } catch (RuntimeException | Error e) {
      guard.failed("opening a store", e);
      files = null;
    }
    compactor = stockCompactor;
    compactionPolicy = new ExploringCompactionPolicy(conf, store);
    storeFlusher = new DefaultStoreFlusher(conf, store);
    storeFileManager =
        TierlineStoreAccess.stockFileManager(comparator, conf, compactionPolicy.getConf());
  }

  private void createOurs(Configuration conf, CellComparator comparator) {
    HostFit.require(KeyValueScanner.class);
    long flushBytes = store.getMemStoreFlushSize();
    RlsmConf rlsm = RlsmConf.read(conf, store.getColumnFamilyDescriptor(), flushBytes);
    complain(
        "table " + store.getTableName() + ", family " + store.getColumnFamilyName(),
        rlsm.complaints());
    plans = new StorePlans(new CompactionPlanner(rlsm.planner()));
    compactor = new RlsmCompactor(conf, store);
    compactionPolicy = RlsmCompactionPolicy.of(conf, store, guard);
    storeFlusher = flusher(conf);
    archiving = new PromptArchiving(store, rlsm.planner().partitionBytes() / ARCHIVED_ONE_IN);
    next = new NextCompaction(store);
    stats = new EngineStats(store.getTableName().getNameAsString());
    boolean alone = region().getTableDescriptor().getColumnFamilyCount() == 1;
    files =
        new RlsmStoreFileManager(
            TierlineStoreAccess.stockFileManager(comparator, conf, compactionPolicy.getConf()),
            new LaidOutFiles(conf, rlsm, plans, stats, alone),
            new Progress(),
            guard);
    storeFileManager = files;
    try {
      CompactionChore.register(this, store, rlsm.checkMillis());
    } catch (RuntimeException | Error e) {
      guard.failed("having a store looked after", e);
    }
  }

  private static void complain(String family, List<String> lines) {
    if (COMPLAINTS.areNews(family, lines)) {
      lines.forEach(line -> LOG.error("RLSM: {}: {}", family, line));
    }
  }

  /** Tables that HBase cannot start without; the master's own is not called a system table. */
  private static boolean isOfHBase(TableName table) {
    return table.isSystemTable() || table.equals(MasterRegionFactory.TABLE_NAME);
  }

  /** A flusher that the stock engine was told to use is used: what it writes is a flush as well. */
  private DefaultStoreFlusher flusher(Configuration conf) {
    Class<? extends DefaultStoreFlusher> configured =
        conf.getClass(
            DefaultStoreEngine.DEFAULT_STORE_FLUSHER_CLASS_KEY,
            RlsmStoreFlusher.class,
            DefaultStoreFlusher.class);
    return configured == RlsmStoreFlusher.class || configured == DefaultStoreFlusher.class
        ? new RlsmStoreFlusher(conf, store, guard)
        : ReflectionUtils.instantiateWithCustomCtor(
            configured.getName(),
            new Class<?>[] {Configuration.class, HStore.class},
            new Object[] {conf, store});
  }

  HStore store() {
    return store;
  }

  EngineStats stats() {
    return stats;
  }

  HRegion region() {
    return store.getHRegion();
  }

  /**
   * Whether a compaction should be asked for now, that no flush asks for. A major compaction that
   * was asked for while another compaction ran is one: HBase remembers it, and comes back to it
   * only with the next request. If asking has changed nothing, as when compactions fail, the next
   * time is put off, twice as long each time.
   */
  boolean wantsCompaction() {
    StoreState state = files.state();
    long now = EnvironmentEdgeManager.currentTime();
    if (state != askedAbout) {
      askedAbout = state;
      patienceMillis = 0;
      askAgainAt = now;
    }
    if (now < askAgainAt
        || files.hasJustGrown()
        || !store.areWritesEnabled()
        || !(store.needsCompaction() || isMajorToBeAskedFor())) {
      return false;
    }
    patienceMillis = Math.min(MOST_PATIENCE_MILLIS, Math.max(2_000, 2 * patienceMillis));
    askAgainAt = now + patienceMillis;
    return true;
  }

  /**
   * Whether to ask again for a major compaction, a few times: where a coprocessor or a configured
   * policy chooses what is compacted, nothing may ever be called major.
   */
  private boolean isMajorToBeAskedFor() {
    boolean isAwaited =
        TierlineStoreAccess.isMajorAwaited(store)
            || (compactionPolicy instanceof RlsmCompactionPolicy ours && ours.isMajorPutOff());
    if (files.state().files().isEmpty() || !isAwaited) {
      majorAsks = 0;
      return false;
    }
    return compactionPolicy instanceof RlsmCompactionPolicy && majorAsks++ < MOST_MAJOR_ASKS;
  }

  /**
   * {@inheritDoc}
   *
   * <p>By a tracker that does nothing else, with a configuration that is cheap to copy; the store's
   * own tracks what is written.
   */
  @Override
  public StoreFileWriter createWriter(CreateStoreFileWriterParams params) throws IOException {
    StoreFileTracker cheap = files == null || guard.isOff() ? null : writers();
    return cheap == null ? super.createWriter(params) : cheap.createWriter(params);
  }

  private StoreFileTracker writers() {
    if (writers == null) {
      try {
        writers =
            StoreFileTrackerFactory.create(
                new WriterConfiguration(configuration, store.getMemStoreFlushSize()),
                store.isPrimaryReplicaStore(),
                store.getStoreContext());
      } catch (RuntimeException | Error e) {
        guard.failed("getting ready to write files", e);
      }
    }
    return writers;
  }

  @Override
  public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
    if (files == null) {
      return super.createStoreFileAndReader(info);
    }
    info.setRegionCoprocessorHost(store.getHRegion().getCoprocessorHost());
    RlsmStoreFile file =
        new RlsmStoreFile(
            info,
            store.getColumnFamilyDescriptor().getBloomFilterType(),
            store.getCacheConfig(),
            getBloomFilterMetrics(),
            guard);
    file.initReader();
    file.describe();
    return file;
  }

  /**
   * {@inheritDoc}
   *
   * <p>If one file cannot be moved into place or opened there, none may stay: above all not the
   * last, which names the files that the compaction gives up, while another is missing. HBase
   * deletes those that it has opened, and forgets the one that it has moved and cannot open.
   */
  @Override
  public List<HStoreFile> commitStoreFiles(
      List<Path> written, boolean isCompaction, boolean validate) throws IOException {
    if (files == null || !isCompaction) {
      return super.commitStoreFiles(written, isCompaction, validate);
    }
    List<HStoreFile> placed = new ArrayList<>(written.size());
    try {
      for (Path file : written) {
        placed.addAll(super.commitStoreFiles(List.of(file), true, validate));
      }
      return placed;
    } catch (IOException | RuntimeException | Error e) {
      withdraw(written, placed);
      throw e;
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>What was replaced is archived as soon as HBase has counted it, unless it is little or
   * somebody reads it, and the next compaction is asked for. An idle store is left to the chore:
   * nothing there is urgent. Nor is a compaction asked for that a coprocessor or another policy
   * would choose: it need not come to an end, and compacting without a pause is nothing that
   * whoever wrote it has reckoned with.
   */
  @Override
  protected void replaceStoreFiles(
      Collection<HStoreFile> replaced,
      Collection<HStoreFile> results,
      StockReplacement stock,
      Runnable actionUnderLock)
      throws IOException {
    if (files == null || guard.isOff()) {
      stock.run(actionUnderLock);
      return;
    }
    boolean isDone = false;
    try {
      stock.run(
          () -> {
            keepOpen(replaced, results);
            actionUnderLock.run();
          });
      isDone = true;
    } finally {
      if (!isDone) {
        // Nobody counts them then.
        archiving.releaseAllOfThread();
      }
    }
  }

  private void keepOpen(Collection<HStoreFile> replaced, Collection<HStoreFile> results) {
    try {
      // Only where they are archived at once may results be given up before HBase has told of them.
      boolean isPrompt = TierlineStoreAccess.regionServer(region()) != null;
      archiving.hold(replaced, isPrompt && store.isPrimaryReplicaStore() ? results : List.of());
    } catch (RuntimeException | Error e) {
      guard.failed("keeping replaced files open", e);
    }
  }

  /** How far HBase is with a compaction, by what it asks. */
  private final class Progress implements RlsmStoreFileManager.Questions {

    @Override
    public void forFiles() {
      try {
        if (!archiving.releaseReplaced()) {
          return;
        }
        if (archiving.isDue()) {
          archiving.ask(TierlineStoreAccess.regionServer(region()));
        }
      } catch (RuntimeException | Error e) {
        guard.failed("having replaced files archived", e);
      }
      askForNext();
      archiving.isDone();
    }

    @Override
    public void forPriority() {
      try {
        if (archiving.releaseWritten()) {
          archiving.ask(TierlineStoreAccess.regionServer(region()));
        }
      } catch (RuntimeException | Error e) {
        guard.failed("having files archived that were replaced at once", e);
      }
    }

    @Override
    public void atClose() {
      try {
        archiving.releaseAll();
      } catch (RuntimeException | Error e) {
        guard.failed("giving up replaced files", e);
      }
    }
  }

  private void askForNext() {
    try {
      if (!files.isIdle() && !plans.isByOthers()) {
        next.ask(TierlineStoreAccess.regionServer(region()));
      }
    } catch (IOException | RuntimeException | Error e) {
      // What was compacted is in place, whatever becomes of the next.
      guard.failed("asking for the next compaction", e);
    }
  }

  /** Deletes outputs, the last first: while it is there, the others must be. */
  private void withdraw(List<Path> written, List<HStoreFile> placed) {
    HRegionFileSystem region = store.getRegionFileSystem();
    Path directory = region.getStoreDir(store.getColumnFamilyName());
    Path path = directory;
    try {
      for (HStoreFile file : placed) {
        file.closeStoreFile(true);
      }
      for (int i = written.size() - 1; i >= 0; i--) {
        path = new Path(directory, written.get(i).getName());
        region.getFileSystem().delete(path, false);
        region.getFileSystem().delete(written.get(i), false);
      }
    } catch (IOException e) {
      LOG.error("{}: {} is left of a compaction that has failed", store, path, e);
    }
  }

  @Override
  public boolean needsCompaction(List<HStoreFile> filesCompacting) {
    if (compactionPolicy instanceof RlsmCompactionPolicy && files.isLaidOut()) {
      try {
        return plans.plan(files.state(), filesCompacting, files.isIdle(), false).isPresent();
      } catch (RuntimeException | Error e) {
        guard.failed("looking whether a store needs a compaction", e);
      }
    }
    return ((RatioBasedCompactionPolicy) compactionPolicy)
        .needsCompaction(storeFileManager.getStoreFiles(), filesCompacting);
  }

  @Override
  public CompactionContext createCompaction() {
    StockCompaction stock =
        new StockCompaction(
            storeFileManager, (RatioBasedCompactionPolicy) compactionPolicy, stockCompactor);
    if (files == null || !files.isLaidOut()) {
      return stock;
    }
    return new RlsmCompaction(
        new RlsmCompaction.Parts(files, plans, (RlsmCompactor) compactor, guard), stock);
  }
}
