/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSTableDescriptors;
import org.apache.hadoop.hbase.util.FSUtils;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Prints the partitions and files of a table from its files, without asking a region server: {@code
 * hbase io.tierline.rlsm.hbase.RlsmInspect TABLE}. Reads only. Files that come or go meanwhile make
 * the picture inexact, not the tool fail.
 */
public final class RlsmInspect extends Configured implements Tool {

  private static final String USAGE =
      "Usage: rlsm inspect [-D hbase.rootdir=URI] TABLE\n"
          + "Prints the partitions and files of each store of a table, from its files alone.";

  private final PrintStream out;

  /** A tool that prints to the standard output. */
  public RlsmInspect() {
    this(System.out);
  }

  RlsmInspect(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the tool.
   *
   * @param args as {@link #run(String[])}
   */
  @SuppressWarnings("checkstyle:regexpsinglelinejava")
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(HBaseConfiguration.create(), new RlsmInspect(), args));
  }

  /**
   * Prints a table's layout.
   *
   * @param args the name of the table, or --help
   * @return 0 if the table could be read, 1 if not, 2 if the arguments make no sense
   */
  @Override
  public int run(String[] args) {
    if (args.length != 1 || args[0].isEmpty() || args[0].startsWith("-")) {
      boolean help = args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"));
      (help ? out : System.err).println(USAGE);
      return help ? 0 : 2;
    }
    try {
      inspect(TableName.valueOf(args[0]));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("rlsm inspect: " + e.getMessage());
      return 1;
    }
  }

  private void inspect(TableName table) throws IOException {
    Configuration conf = getConf();
    Path root = CommonFSUtils.getRootDir(conf);
    FileSystem fs = root.getFileSystem(conf);
    Path tableDir = CommonFSUtils.getTableDir(root, table);
    if (!fs.exists(tableDir)) {
      throw new FileNotFoundException(
          "there is no table " + table + " under " + root + ": is hbase.rootdir right?");
    }
    TableDescriptor descriptor = FSTableDescriptors.getTableDescriptorFromFs(fs, tableDir);
    for (Path regionDir : FSUtils.getRegionDirs(fs, tableDir)) {
      RegionInfo region = HRegionFileSystem.loadRegionInfoFileContent(fs, regionDir);
      HRegionFileSystem regionFs =
          HRegionFileSystem.openRegionFromFileSystem(conf, fs, tableDir, region, true);
      for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
        StoreFileTracker tracker =
            StoreFileTrackerFactory.create(conf, descriptor, family, regionFs, false);
        print(region, family, layout(tracker.load(), descriptor, family));
      }
    }
  }

  private Layout layout(
      List<StoreFileInfo> infos, TableDescriptor table, ColumnFamilyDescriptor family)
      throws IOException {
    Configuration conf = StoreUtils.createStoreConfiguration(getConf(), table, family);
    long flushBytes =
        table.getMemStoreFlushSize() > 0
            ? table.getMemStoreFlushSize()
            : conf.getLong(
                HConstants.HREGION_MEMSTORE_FLUSH_SIZE,
                TableDescriptorBuilder.DEFAULT_MEMSTORE_FLUSH_SIZE);
    List<RlsmStoreFile> files = new ArrayList<>();
    try {
      for (StoreFileInfo info : infos) {
        open(info).ifPresent(files::add);
      }
      files.sort(TierlineStoreAccess.byAge());
      return Layout.of(
          FileMetas.ofAll(inUse(files)).keySet(),
          RlsmConf.read(conf, family, flushBytes).planner().links());
    } finally {
      for (RlsmStoreFile file : files) {
        file.closeStoreFile(false);
      }
    }
  }

  /** Without the files that compactions have replaced, which HBase archives some time later. */
  private static List<RlsmStoreFile> inUse(List<RlsmStoreFile> files) {
    Set<String> replaced = new HashSet<>();
    files.forEach(file -> replaced.addAll(TierlineStoreAccess.replacedBy(file)));
    return files.stream().filter(file -> !replaced.contains(file.getPath().getName())).toList();
  }

  private Optional<RlsmStoreFile> open(StoreFileInfo info) throws IOException {
    RlsmStoreFile file =
        new RlsmStoreFile(
            info, BloomType.NONE, new CacheConfig(getConf()), null, new EngineGuard());
    try {
      file.initReader();
    } catch (FileNotFoundException e) {
      out.println("  gone meanwhile: " + info.getPath().getName());
      return Optional.empty();
    }
    file.describe();
    return Optional.of(file);
  }

  private void print(RegionInfo region, ColumnFamilyDescriptor family, Layout layout) {
    out.printf(
        "%s family %s: %d files, %s; Level 0 %d files; %d partitions, at most %d files for a row%n",
        region.getRegionNameAsString(),
        family.getNameAsString(),
        layout.files().size(),
        size(layout.bytes()),
        layout.level0().size(),
        layout.partitions().size(),
        layout.maxDepth());
    layout.level0().forEach(file -> print("level 0", file));
    for (Partition partition : layout.partitions()) {
      out.printf("  partition %s %s%n", partition.range(), size(partition.bytes()));
      partition
          .files()
          .forEach(file -> print("  " + file.role().name().toLowerCase(Locale.ROOT), file));
    }
  }

  private void print(String what, FileMeta file) {
    out.printf(
        "  %s %s %s, %d cells, sequence id %d%s%n",
        what,
        file.name(),
        size(file.bytes()),
        file.cells(),
        file.sequenceId(),
        file.span().map(KeyRange::toString).map(rows -> ", rows " + rows).orElse(", empty"));
  }

  private static String size(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
