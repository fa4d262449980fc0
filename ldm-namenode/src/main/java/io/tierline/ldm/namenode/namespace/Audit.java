/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import io.tierline.ldm.lineage.Printable;
import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audit lines of LDM, in the form of HDFS's own: for every request that would change something, for
 * every one that is denied, and for whatever LDM itself changes in the namespace, which HDFS does
 * not audit, since no request asks for it.
 */
public final class Audit {
  private static final Logger LOG = LoggerFactory.getLogger("io.tierline.ldm.audit");

  /** Work that is audited. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /** A change of the namespace. */
  @FunctionalInterface
  public interface Change {
    void run() throws IOException;
  }

  private final UserGroupInformation caller;
  private final String address;

  public Audit(UserGroupInformation caller, String address) {
    this.caller = caller;
    this.address = address;
  }

  /** Does the work, and writes a line that says whether it was allowed. */
  public <T> T logged(String command, String object, Work<T> work) throws IOException {
    boolean allowed = false;
    try {
      T result = work.run();
      allowed = true;
      return result;
    } finally {
      line(allowed, String.valueOf(caller), address, command, object);
    }
  }

  /**
   * Changes the namespace for LDM itself, as the user that the NameNode runs as.
   *
   * @param object the path, and after a space what it gets, if that is to be told
   */
  public static void own(String command, String object, Change change) throws IOException {
    new Audit(UserGroupInformation.getLoginUser(), "127.0.0.1")
        .logged(
            command,
            object,
            () -> {
              change.run();
              return null;
            });
  }

  /** A line for what nobody may do who is not let in at all. */
  public static void denied(String who, String address, String command, String object) {
    line(false, who, address, command, object);
  }

  /** A line for what LDM does by itself. */
  public static void byItself(String command, String object) throws IOException {
    line(true, String.valueOf(UserGroupInformation.getLoginUser()), "127.0.0.1", command, object);
  }

  /** What a caller sent forges neither a line nor a field. */
  private static void line(
      boolean allowed, String who, String address, String command, String object) {
    LOG.info(
        "allowed={}\tugi={}\tip=/{}\tcmd=ldm.{}\tsrc={}",
        allowed,
        Printable.of(who),
        Printable.of(address),
        Printable.of(command),
        Printable.of(object));
  }
}
