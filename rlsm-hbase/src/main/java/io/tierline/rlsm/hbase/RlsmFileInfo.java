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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * What a file that RLSM has written says of itself in the file info of its HFile, under {@link
 * #KEY}.
 *
 * <p>Layout, big endian: version (1 byte, 2), role (1 byte: 0 flush, 1 run, 2 base), delete markers
 * (8), deletes of one version (8), superseded fraction (8, a double), CRC-32C of all before (8).
 *
 * @param role what the file is to the store
 * @param deletes delete markers that a later fold could drop
 * @param versionDeletes delete markers that each cover one version
 * @param superseded which fraction of the new cells a fold has dropped; 0 to 1, NaN if it had none
 */
record RlsmFileInfo(Role role, long deletes, long versionDeletes, double superseded) {

  /** The key in the file info. */
  static final byte[] KEY = "TIERLINE_RLSM".getBytes(StandardCharsets.US_ASCII);

  private static final int VERSION = 2;
  private static final int SIZE = 2 + 4 * Long.BYTES;

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(SIZE);
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeByte(VERSION);
      out.writeByte(role.ordinal());
      out.writeLong(deletes);
      out.writeLong(versionDeletes);
      out.writeDouble(superseded);
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
    if (data.length != SIZE) {
      throw new IOException("RLSM file info has " + data.length + " bytes, not " + SIZE);
    }
    int role = in.readUnsignedByte();
    RlsmFileInfo info =
        new RlsmFileInfo(
            Role.values()[Math.min(role, Role.values().length - 1)],
            in.readLong(),
            in.readLong(),
            in.readDouble());
    if (in.readLong() != checksum(data, SIZE - Long.BYTES)) {
      throw new IOException("RLSM file info is damaged: its checksum differs");
    }
    if (role >= Role.values().length
        || info.deletes < 0
        || info.versionDeletes < 0
        || info.superseded < 0
        || info.superseded > 1) {
      throw new IOException("RLSM file info makes no sense: role " + role + ", " + info);
    }
    return info;
  }

  private static long checksum(byte[] data, int length) {
    CRC32C crc = new CRC32C();
    crc.update(data, 0, length);
    return crc.getValue();
  }
}
