/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;

/** Small HFiles in a directory of their own, on a file system that counts what is opened. */
public final class HFileFolder implements AutoCloseable {
  /** The family of all cells. */
  public static final byte[] FAMILY = Bytes.toBytes("f");

  /** Rows are named from 0 to here. */
  public static final int ROWS = 60;

  private static final int BLOCK_BYTES = 256;
  private static final String[] QUALIFIERS = {"a", "b", "c", "d"};
  private static final KeyValue.Type[] TYPES = {
    KeyValue.Type.Put,
    KeyValue.Type.Put,
    KeyValue.Type.Put,
    KeyValue.Type.Delete,
    KeyValue.Type.DeleteColumn,
    KeyValue.Type.DeleteFamily
  };

  private final Configuration conf = HBaseConfiguration.create();
  private final CacheConfig cache = new CacheConfig(conf);
  private final CountingFs fs = new CountingFs();
  private final Path dir;

  /** A new, empty folder. */
  public HFileFolder() {
    try {
      dir = new Path(Files.createTempDirectory("hfiles").toUri());
      fs.initialize(dir.toUri(), conf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The settings of all files. */
  public Configuration conf() {
    return conf;
  }

  /** How many times a file has been opened for reading. */
  public int opened() {
    return fs.opened.get();
  }

  /** Writes cells that are in order. */
  public Path write(Collection<KeyValue> cells, BloomType bloom, DataBlockEncoding encoding)
      throws IOException {
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, cache, fs)
            .withOutputDir(dir)
            .withBloomType(bloom)
            .withMaxKeyCount(cells.size())
            .withFileContext(
                new HFileContextBuilder()
                    .withBlockSize(BLOCK_BYTES)
                    .withDataBlockEncoding(encoding)
                    .withIncludesMvcc(true)
                    .build())
            .build();
    for (KeyValue cell : cells) {
      writer.append(cell);
    }
    writer.appendMetadata(1, false);
    writer.close();
    return writer.getPath();
  }

  /** Renames a file as HBase renames those that it bulk-loads. */
  public Path bulkLoaded(Path file, long sequenceId) throws IOException {
    Path renamed = new Path(dir, file.getName() + "_SeqId_" + sequenceId + "_");
    fs.rename(file, renamed);
    return renamed;
  }

  /** Opens a file as a stock store does. */
  public HStoreFile stock(Path file, BloomType bloom) throws IOException {
    HStoreFile opened = new HStoreFile(info(file), bloom, cache, null);
    opened.initReader();
    return opened;
  }

  /** Opens a file as a ranged store does. */
  RlsmStoreFile ranged(Path file, BloomType bloom) throws IOException {
    RlsmStoreFile opened = new RlsmStoreFile(info(file), bloom, cache, null, new EngineGuard());
    opened.initReader();
    return opened;
  }

  /** As {@link #ranged}, for other packages. */
  public HStoreFile lazy(Path file, BloomType bloom) throws IOException {
    return ranged(file, bloom);
  }

  /** A number for a state of a store's files. */
  public static long newState() {
    return ChainPlace.newState();
  }

  /**
   * Says of files that no two of them have a row in common, and that they are one chain.
   *
   * @param files open ones, as {@link #lazy} opens them; their rows ascend
   */
  public static void chain(long state, int chain, List<? extends HStoreFile> files) {
    for (int position = 0; position < files.size(); position++) {
      ((RlsmStoreFile) files.get(position)).isAt(new ChainPlace(state, chain, position));
    }
  }

  /** Cells by rows: those of each part lie before those of the next. No part is empty. */
  public static List<SortedSet<KeyValue>> parts(
      Random random, SortedSet<KeyValue> cells, int atMost) {
    List<SortedSet<KeyValue>> parts = new ArrayList<>();
    SortedSet<KeyValue> rest = cells;
    for (int i = 1; i < atMost; i++) {
      KeyValue border = KeyValueUtil.createFirstOnRow(row(random.nextInt(ROWS)));
      if (!rest.headSet(border).isEmpty() && !rest.tailSet(border).isEmpty()) {
        parts.add(rest.headSet(border));
        rest = new TreeSet<>(rest.tailSet(border));
      }
    }
    parts.add(rest);
    return parts;
  }

  private StoreFileInfo info(Path file) throws IOException {
    return StoreFileInfo.createStoreFileInfoForHFile(conf, fs, file, true);
  }

  @Override
  public void close() throws IOException {
    fs.delete(dir, true);
  }

  /** The name of a row. */
  public static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%03d", number));
  }

  /** Cells of some rows: several columns, versions and kinds of delete markers. */
  public static SortedSet<KeyValue> cells(Random random, int atMost) {
    SortedSet<KeyValue> cells = new TreeSet<>(CellComparator.getInstance());
    for (int n = 1 + random.nextInt(atMost); n > 0; n--) {
      cells.add(cell(random, random.nextInt(ROWS)));
    }
    return cells;
  }

  private static KeyValue cell(Random random, int row) {
    KeyValue.Type type = TYPES[random.nextInt(TYPES.length)];
    byte[] qualifier =
        type == KeyValue.Type.DeleteFamily
            ? new byte[0]
            : Bytes.toBytes(QUALIFIERS[random.nextInt(QUALIFIERS.length)]);
    byte[] value = type == KeyValue.Type.Put ? new byte[random.nextInt(60)] : new byte[0];
    random.nextBytes(value);
    KeyValue cell = new KeyValue(row(row), FAMILY, qualifier, 1 + random.nextInt(8), type, value);
    cell.setSequenceId(1 + random.nextInt(10));
    return cell;
  }

  private static final class CountingFs extends LocalFileSystem {
    private final AtomicInteger opened = new AtomicInteger();

    CountingFs() {
      super(new PlainFs());
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      opened.incrementAndGet();
      return super.open(file, bufferSize);
    }
  }

  /** Does not start a process for each new file to set its permissions. */
  private static final class PlainFs extends RawLocalFileSystem {
    @Override
    public void setPermission(Path file, FsPermission permission) {
      // The default will do.
    }
  }
}
