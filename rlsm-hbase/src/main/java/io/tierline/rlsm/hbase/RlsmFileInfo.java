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
import io.tierline.rlsm.layout.KeySample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * What a file that RLSM has written says of itself in the file info of its HFile, under {@link
 * #KEY}.
 *
 * <p>Layout, big endian: version (1 byte, 3), role (1 byte: 0 flush, 1 run, 2 base), delete markers
 * (8), deletes of one version (8), limit of the sample (8), its number of cells (4), these (8
 * each), CRC-32C of all before (8).
 *
 * @param role what the file is to the store
 * @param deletes delete markers that a later fold could drop
 * @param versionDeletes delete markers that each cover one version
 * @param keys a sample of the file's cells
 */
record RlsmFileInfo(Role role, long deletes, long versionDeletes, KeySample keys) {

  /** The key in the file info. */
  static final byte[] KEY = "TIERLINE_RLSM".getBytes(StandardCharsets.US_ASCII);

  private static final int VERSION = 3;

  /** Bytes without the cells of the sample. */
  private static final int LEAST_SIZE = 2 + 4 * Long.BYTES + Integer.BYTES;

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeByte(VERSION);
      out.writeByte(role.ordinal());
      out.writeLong(deletes);
      out.writeLong(versionDeletes);
      out.writeLong(keys.limit());
      out.writeInt(keys.cells().length);
      for (long cell : keys.cells()) {
        out.writeLong(cell);
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
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
    int version = data.length == 0 ? 0 : in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException("RLSM file info of version " + version + "; this reads " + VERSION);
    }
    if (data.length < LEAST_SIZE
        || data.length > LEAST_SIZE + KeySample.CELLS_MAX * Long.BYTES
        || (data.length - LEAST_SIZE) % Long.BYTES != 0) {
      throw new IOException("RLSM file info has " + data.length + " bytes");
    }
    int checked = data.length - Long.BYTES;
    if (ByteBuffer.wrap(data).getLong(checked) != checksum(data, checked)) {
      throw new IOException("RLSM file info is damaged: its checksum differs");
    }
    int role = in.readUnsignedByte();
    long deletes = in.readLong();
    long versionDeletes = in.readLong();
    long limit = in.readLong();
    int count = in.readInt();
    if (role >= Role.values().length
        || deletes < 0
        || versionDeletes < 0
        || count != (data.length - LEAST_SIZE) / Long.BYTES) {
      throw new IOException(
          ("RLSM file info makes no sense: role %d, %d deletes, %d of one version, %d cells in a"
                  + " sample")
              .formatted(role, deletes, versionDeletes, count));
    }
    long[] cells = new long[count];
    for (int i = 0; i < count; i++) {
      cells[i] = in.readLong();
    }
    try {
      return new RlsmFileInfo(
          Role.values()[role], deletes, versionDeletes, KeySample.of(cells, limit));
    } catch (IllegalArgumentException e) {
      throw new IOException("RLSM file info makes no sense: " + e.getMessage(), e);
    }
  }

  private static long checksum(byte[] data, int length) {
    CRC32C crc = new CRC32C();
    crc.update(data, 0, length);
    return crc.getValue();
  }
}
