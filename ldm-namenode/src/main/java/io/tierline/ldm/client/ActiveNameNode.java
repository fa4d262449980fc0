/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The way to the active NameNode for a daemon, which asks as itself or in the name of users: the
 * one that answered last is asked first. May be used by several threads, one request at a time.
 */
@InterfaceAudience.Private
public final class ActiveNameNode {
  private final Deque<LdmClient> clients = new ArrayDeque<>();

  /** What is asked of the NameNode. */
  @FunctionalInterface
  public interface Request {
    /** Asks one of them. */
    JsonNode send(LdmClient client) throws IOException;
  }

  /**
   * Creates the way; nobody is asked yet.
   *
   * @param nameNodes the NameNodes' web servers
   * @param timeoutMillis for each request
   */
  public ActiveNameNode(List<URI> nameNodes, int timeoutMillis, Configuration conf) {
    Configuration bounded = new Configuration(conf);
    String timeout = timeoutMillis + "ms";
    bounded.set(HdfsClientConfigKeys.DFS_WEBHDFS_SOCKET_CONNECT_TIMEOUT_KEY, timeout);
    bounded.set(HdfsClientConfigKeys.DFS_WEBHDFS_SOCKET_READ_TIMEOUT_KEY, timeout);
    for (URI nameNode : nameNodes) {
      clients.add(new LdmClient(nameNode, bounded));
    }
  }

  /** Asks as the daemon itself. */
  public JsonNode ask(Request request) throws IOException {
    return ask(null, request);
  }

  /**
   * Asks in a user's name.
   *
   * @param user null for the daemon's own
   * @throws RefusedException when the NameNode will not have it, now or ever
   * @throws IOException when none was reached
   */
  public synchronized JsonNode ask(String user, Request request) throws IOException {
    UserGroupInformation by = as(user);
    IOException last = new IOException("no NameNode is known");
    for (int i = clients.size(); i > 0; i--) {
      LdmClient client = clients.getFirst();
      try {
        return by.doAs((PrivilegedExceptionAction<JsonNode>) () -> request.send(client));
      } catch (RefusedException e) {
        if (!e.isOfAnother()) {
          throw e;
        }
        last = e;
      } catch (IOException e) {
        last = e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while asking a NameNode", e);
      }
      clients.addLast(clients.removeFirst());
    }
    throw last;
  }

  private static UserGroupInformation as(String user) throws IOException {
    UserGroupInformation self = UserGroupInformation.getLoginUser();
    self.checkTGTAndReloginFromKeytab();
    return user == null || user.equals(self.getShortUserName())
        ? self
        : UserGroupInformation.createProxyUser(user, self);
  }
}
