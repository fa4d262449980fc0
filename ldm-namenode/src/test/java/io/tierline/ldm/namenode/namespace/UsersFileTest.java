/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.tierline.ldm.lineage.LineageException;
import java.io.IOException;
import org.apache.hadoop.crypto.CipherSuite;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.FileEncryptionInfo;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsersFileTest {
  private static final String PATH = "/apps/datasets.xml";
  private static final String INODE = "/.reserved/.inodes/16400";

  private final ClientProtocol nameNode = mock(ClientProtocol.class);

  private static HdfsFileStatus.Builder file() {
    return new HdfsFileStatus.Builder().fileId(16_400).length(100).mtime(7);
  }

  private void refused(String why) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> UsersFile.find(nameNode, PATH, 100))
        .withMessageContaining(why);
  }

  @Test
  void rightToReadIsAskedForTheInodeThatIsRead() throws Exception {
    when(nameNode.getFileInfo(PATH)).thenReturn(file().build());
    assertThat(UsersFile.find(nameNode, PATH, 100)).isEqualTo(new UsersFile(INODE, 100, 7));
    verify(nameNode).checkAccess(INODE, FsAction.READ);
    // Another file may have been given the name meanwhile, which the user may read.
    doThrow(new AccessControlException("Permission denied: user=ann"))
        .when(nameNode)
        .checkAccess(INODE, FsAction.READ);
    refused("Permission denied: user=ann");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/apps/.snapshot/s/datasets.xml", "/apps/.snapshot", "/.reserved/raw/apps/a.xml"})
  void nothingIsReadFromSnapshotsOrReservedPaths(String path) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> UsersFile.find(nameNode, path, 100))
        .withMessageContaining("snapshot");
    verifyNoInteractions(nameNode);
  }

  @Test
  void nothingIsReadFromAnEncryptionZone() throws Exception {
    FileEncryptionInfo key =
        new FileEncryptionInfo(
            CipherSuite.AES_CTR_NOPADDING,
            CryptoProtocolVersion.ENCRYPTION_ZONES,
            new byte[16],
            new byte[16],
            "key",
            "key@0");
    when(nameNode.getFileInfo(PATH)).thenReturn(file().feInfo(key).build());
    refused("encryption zone");
  }

  @Test
  void whatIsNoFileOrTooLargeIsRefused() throws Exception {
    refused("no such file");
    when(nameNode.getFileInfo(PATH)).thenReturn(file().isdir(true).build());
    refused("it is no file");
    when(nameNode.getFileInfo(PATH)).thenReturn(file().length(101).build());
    refused("101 bytes");
  }

  @Test
  void nameNodeThatDoesNotAnswerRefusesNoFile() throws Exception {
    when(nameNode.getFileInfo(any())).thenThrow(new StandbyException("standby"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> UsersFile.find(nameNode, PATH, 100))
        .isNotInstanceOf(LineageException.class);
  }
}
