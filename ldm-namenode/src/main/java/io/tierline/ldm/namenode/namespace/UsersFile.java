/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import io.tierline.ldm.lineage.LineageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;

/**
 * A file that a user may read, by the number of its inode. The right to read is asked for that
 * number, so that a rename in between leads to no other file.
 *
 * @param inode its path by that number
 * @param length in bytes
 * @param modified when it was last modified
 */
public record UsersFile(String inode, int length, long modified) {
  private static final String INODES = "/.reserved/.inodes/";

  /**
   * Finds a file.
   *
   * @param nameNode the namespace, asked as the user
   * @param most bytes of it
   * @throws LineageException when the user may not read it, or it is no file for us to read
   */
  public static UsersFile find(ClientProtocol nameNode, String path, int most) throws IOException {
    if ((path + "/").contains("/.snapshot/") || path.startsWith("/.reserved")) {
      throw new LineageException("it lies in a snapshot or in no directory");
    }
    try {
      UsersFile file = of(nameNode.getFileInfo(path), most);
      nameNode.checkAccess(file.inode, FsAction.READ);
      return file;
    } catch (FileNotFoundException
        | AccessControlException
        | ParentNotDirectoryException
        | UnresolvedLinkException refused) {
      throw new LineageException(String.valueOf(refused.getMessage()), refused);
    }
  }

  private static UsersFile of(HdfsFileStatus file, int most) throws LineageException {
    if (file == null) {
      throw new LineageException("there is no such file");
    }
    if (!file.isFile()) {
      throw new LineageException("it is no file");
    }
    if (file.getFileEncryptionInfo() != null) {
      // Its key is a matter between the user and the key server.
      throw new LineageException("it lies in an encryption zone");
    }
    if (file.getLen() > most) {
      throw new LineageException(
          "it has %d bytes; of all included files no more than %d may be read"
              .formatted(file.getLen(), most));
    }
    return new UsersFile(
        INODES + file.getFileId(), (int) file.getLen(), file.getModificationTime());
  }
}
