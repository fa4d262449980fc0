/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * What a run or a base says of itself in the file info of its HFile, under {@link #KEY}.
 *
 * <p>Layout, big endian: version (1 byte, 1), role (1 byte: 1 run, 2 base), delete markers (8),
 * superseded fraction (8, a double), start row (4-byte length, bytes), end row (the same), number
 * of absorbed files (4), their names (2-byte length, UTF-8), CRC-32C of all before (8).
 *
 * @param role run or base
 * @param deletes delete markers that a later fold could drop
 * @param superseded the fraction of the cells read that the compaction dropped; 0 to 1
 * @param range the rows that a base speaks for; all rows for a run
 * @param absorbed names of the files whose cells in the range are superseded
 */
record RlsmFileInfo(
    Role role, long deletes, double superseded, KeyRange range, Set<String> absorbed) {

  /** The key in the file info. */
  static final byte[] KEY = "TIERLINE_RLSM".getBytes(StandardCharsets.US_ASCII);

  private static final int VERSION = 1;
  private static final int MAX_ROW = Short.MAX_VALUE + 1;
  private static final int MAX_ABSORBED = 100_000;

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeByte(VERSION);
      out.writeByte(role == Role.BASE ? 2 : 1);
      out.writeLong(deletes);
      out.writeDouble(superseded);
      writeRow(out, range.start());
      writeRow(out, range.end());
      out.writeInt(absorbed.size());
      for (String name : new TreeSet<>(absorbed)) {
        out.writeUTF(name);
      }
      out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #toBytes()} wrote.
   *
   * @throws IOException if it is damaged or of another version
   */
  static RlsmFileInfo parse(byte[] data) throws IOException {
    if (data.length < Long.BYTES + 2) {
      throw new IOException("RLSM file info of " + data.length + " bytes is too short");
    }
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(data, 0, data.length - Long.BYTES));
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException("RLSM file info of version " + version + "; this reads " + VERSION);
    }
    long expected = checksum(data, data.length - Long.BYTES);
    DataInputStream tail =
        new DataInputStream(new ByteArrayInputStream(data, data.length - Long.BYTES, Long.BYTES));
    if (tail.readLong() != expected) {
      throw new IOException("RLSM file info is damaged: its checksum differs");
    }
    return read(in);
  }

  private static RlsmFileInfo read(DataInputStream in) throws IOException {
    int role = in.readUnsignedByte();
    long deletes = in.readLong();
    double superseded = in.readDouble();
    byte[] start = readRow(in);
    byte[] end = readRow(in);
    int count = in.readInt();
    if (role < 1 || role > 2 || deletes < 0 || count < 0 || count > MAX_ABSORBED) {
      throw new IOException(
          "RLSM file info makes no sense: role " + role + ", " + count + " files");
    }
    Set<String> absorbed = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      absorbed.add(in.readUTF());
    }
    if (!(superseded >= 0 && superseded <= 1) || in.available() > 0) {
      throw new IOException(
          "RLSM file info makes no sense: "
              + superseded
              + " superseded, "
              + in.available()
              + " bytes too many");
    }
    try {
      return new RlsmFileInfo(
          role == 2 ? Role.BASE : Role.RUN, deletes, superseded, KeyRange.of(start, end), absorbed);
    } catch (IllegalArgumentException e) {
      throw new IOException("RLSM file info makes no sense: " + e.getMessage(), e);
    }
  }

  private static void writeRow(DataOutputStream out, byte[] row) throws IOException {
    out.writeInt(row.length);
    out.write(row);
  }

  private static byte[] readRow(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MAX_ROW || length > in.available()) {
      throw new IOException("RLSM file info has a row of " + length + " bytes");
    }
    return in.readNBytes(length);
  }

  private static long checksum(byte[] data, int length) {
    CRC32C crc = new CRC32C();
    crc.update(data, 0, length);
    return crc.getValue();
  }
}
