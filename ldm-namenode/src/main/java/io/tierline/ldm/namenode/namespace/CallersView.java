/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.security.UserGroupInformation;

/** The namespace as a caller may see it: HDFS's own permissions answer every question. */
public final class CallersView {
  private final NameNode nameNode;
  private final UserGroupInformation caller;

  /** A question to the namespace. */
  @FunctionalInterface
  public interface Question<T> {
    T ask(NamenodeProtocols nameNode) throws IOException;
  }

  public CallersView(NameNode nameNode, UserGroupInformation caller) {
    this.nameNode = nameNode;
    this.caller = caller;
  }

  /** Asks as the caller; what he may not see is refused. */
  public <T> T ask(Question<T> question) throws IOException {
    try {
      return caller.doAs(
          (PrivilegedExceptionAction<T>) () -> question.ask(nameNode.getRpcServer()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading the namespace", e);
    }
  }
}
