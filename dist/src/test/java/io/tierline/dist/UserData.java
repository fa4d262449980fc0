/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import io.tierline.dist.Tarball.Alteration;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** What users have in a cluster that Tierline is dropped into: a file, and a table of HBase. */
final class UserData implements AutoCloseable {
  private static final Path FILE = new Path("/tmp/kept");
  private static final int FILE_BYTES = 3_000_000;
  private static final int ROWS = 500;
  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** What each file that RLSM has written says of itself. */
  private static final String MARK = "TIERLINE_RLSM";

  /** How many rows there are, and a checksum of all that they say. */
  record Rows(int count, long checksum) {}

  private final byte[] content = new byte[FILE_BYTES];
  private final FileSystem files;
  private final Connection connection;
  private final TableName name;
  private final CRC32 written = new CRC32();
  private int parts;

  /** None yet; in files and in a table of that name. */
  UserData(FileSystem files, Configuration hbase, String table) throws IOException {
    this.files = files;
    connection = ConnectionFactory.createConnection(hbase);
    name = TableName.valueOf(table);
    new Random(7).nextBytes(content);
  }

  /** Writes the file; fails while no DataNode takes it. */
  boolean hasWrittenFile() throws IOException {
    try (OutputStream out = files.create(FILE)) {
      out.write(content);
    }
    return true;
  }

  boolean fileIsIntact() throws IOException {
    try (InputStream in = files.open(FILE)) {
      return Arrays.equals(content, in.readAllBytes());
    }
  }

  void createTable() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  /** Has a statement of the shell done, which waits until the regions have been opened anew. */
  void alter(Alteration statement) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
              .setValue(statement.key(), statement.value())
              .build());
    }
  }

  /** Adds rows, which lie between those before. */
  void put() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      byte[] key = Bytes.toBytes("%05d-%03d".formatted(row, parts));
      puts.add(new Put(key).addColumn(FAMILY, FAMILY, key));
    }
    parts++;
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  void flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
    }
  }

  /** Asks for a compaction of all; its end is seen by the files. */
  void compact() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.majorCompact(name);
    }
  }

  /** What was written so far, in the order of the rows. */
  Rows written() {
    written.reset();
    for (int row = 0; row < ROWS; row++) {
      for (int part = 0; part < parts; part++) {
        written.update("%05d-%03d".formatted(row, part).getBytes(StandardCharsets.US_ASCII));
      }
    }
    return new Rows(ROWS * parts, written.getValue());
  }

  /** What can be read. */
  Rows read() throws IOException {
    CRC32 checksum = new CRC32();
    int count = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        count++;
        checksum.update(row.getValue(FAMILY, FAMILY));
      }
    }
    return new Rows(count, checksum.getValue());
  }

  /** How many of the table's files RLSM has written, of those that HBase has not replaced. */
  long filesOfRlsm() throws IOException {
    int found = 0;
    Path all = new Path("/hbase/data/default/" + name + "/*/" + Bytes.toString(FAMILY) + "/*");
    for (FileStatus file : files.globStatus(all)) {
      byte[] bytes = new byte[(int) file.getLen()];
      try (DataInputStream in = files.open(file.getPath())) {
        in.readFully(bytes);
      }
      if (new String(bytes, StandardCharsets.ISO_8859_1).contains(MARK)) {
        found++;
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    connection.close();
    files.close();
  }
}
