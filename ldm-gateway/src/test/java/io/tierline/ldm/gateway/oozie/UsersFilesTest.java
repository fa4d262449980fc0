/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.tierline.ldm.lineage.LineageException;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A failure that lasts is told from one that may pass: the first is not tried again. */
class UsersFilesTest {
  private static final String FILE = "/app/datasets.xml";

  private final NamenodeProtocols namespace = mock(NamenodeProtocols.class);
  private boolean isActive = true;
  private final NameNode nameNode = mock(NameNode.class);
  private final UsersFiles files =
      new UsersFiles(nameNode, UnaryOperator.identity(), () -> isActive);

  @BeforeEach
  void fileIsThere() throws IOException {
    when(nameNode.getRpcServer()).thenReturn(namespace);
    when(namespace.getFileInfo(FILE)).thenReturn(new HdfsFileStatus.Builder().fileId(7).build());
  }

  @Test
  void whatTheUserMayNotReadHeMayNotReadLater() throws IOException {
    doThrow(new AccessControlException("Permission denied: user=ann"))
        .when(namespace)
        .checkAccess("/.reserved/.inodes/7", FsAction.READ);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> files.read(FILE, "ann", 100))
        .withMessageContaining("user=ann");
  }

  @Test
  void whatOtherPlacesHoldIsNeverRead() {
    for (String path : new String[] {"/app/${day}.xml", "/app/../d.xml", "/none.xml"}) {
      assertThatExceptionOfType(LineageException.class)
          .as(path)
          .isThrownBy(() -> files.read(path, "ann", 100));
    }
  }

  @Test
  void whatPassesIsNoReasonNeverToReadIt() throws IOException {
    when(namespace.getFileInfo(FILE)).thenThrow(new StandbyException("not active"));
    assertThatExceptionOfType(StandbyException.class)
        .isThrownBy(() -> files.read(FILE, "ann", 100));
  }

  @Test
  void nothingIsAskedOnceAnotherNameNodeIsActive() {
    isActive = false;
    clearInvocations(nameNode);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> files.read(FILE, "ann", 100))
        .isNotInstanceOf(LineageException.class)
        .withMessageContaining("does not look");
    verifyNoInteractions(nameNode);
  }
}
