/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.function.IntFunction;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;

/**
 * A client that writes several files side by side, one block of each at a time. What it asks the
 * NameNode and what the DataNodes report then are two steps, so that the first can be timed alone.
 */
public final class PaperClient {
  private static final String NAME = "paper-client";
  private static final short REPLICAS = 3;
  private static final long BLOCK_SIZE = 1 << 20;
  private static final int BLOCK_BYTES = 16;

  private final NameNode nameNode;
  private final PaperDataNodes dataNodes;
  private final ClientProtocol asked;
  private final IntFunction<String> path;
  private final String[] files;
  private final ExtendedBlock[] last;
  private final LocatedBlock[] added;
  private int made;

  /**
   * A client that has no file yet.
   *
   * @param asked takes the calls: the NameNode's own server object, or a proxy of it
   * @param path the file of that number
   * @param files that are written side by side
   */
  public PaperClient(
      NameNode nameNode,
      PaperDataNodes dataNodes,
      ClientProtocol asked,
      IntFunction<String> path,
      int files) {
    this.nameNode = nameNode;
    this.dataNodes = dataNodes;
    this.asked = asked;
    this.path = path;
    this.files = new String[files];
    this.last = new ExtendedBlock[files];
    this.added = new LocatedBlock[files];
  }

  /** Makes up the names of the next files. */
  public void nextFiles() {
    for (int i = 0; i < files.length; i++) {
      files[i] = path.apply(made++);
      last[i] = null;
    }
  }

  /** Creates the files. */
  public void create() throws IOException {
    EnumSetWritable<CreateFlag> flags = new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE));
    for (String file : files) {
      asked.create(
          file,
          FsPermission.getDefault(),
          NAME,
          flags,
          true,
          REPLICAS,
          BLOCK_SIZE,
          CryptoProtocolVersion.supported(),
          null,
          null);
    }
  }

  /** Asks for a block more for each file. */
  public void addBlocks() throws IOException {
    for (int i = 0; i < files.length; i++) {
      added[i] =
          asked.addBlock(
              files[i], NAME, last[i], null, HdfsConstants.GRANDFATHER_INODE_ID, null, null);
    }
  }

  /** Has the DataNodes report these blocks, and waits until the NameNode has taken that in. */
  public void report() throws IOException, InterruptedException {
    for (int i = 0; i < files.length; i++) {
      if (added[i].getLocations().length != REPLICAS) {
        throw new IOException("only " + added[i].getLocations().length + " places: " + files[i]);
      }
      last[i] = added[i].getBlock();
      last[i].setNumBytes(BLOCK_BYTES);
      dataNodes.received(added[i]);
    }
    nameNode.getNamesystem().getBlockManager().flushBlockOps();
  }

  /** Closes the files. */
  public void complete() throws IOException {
    for (int i = 0; i < files.length; i++) {
      if (!asked.complete(files[i], NAME, last[i], HdfsConstants.GRANDFATHER_INODE_ID)) {
        throw new IOException("not complete: " + files[i]);
      }
    }
  }
}
