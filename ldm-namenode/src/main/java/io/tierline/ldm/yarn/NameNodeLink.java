/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.mapreduce.ApplicationReport;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.security.UserGroupInformation;

/** The way to the active NameNode: the one that answered last is asked first. */
final class NameNodeLink implements Link {
  private final Deque<LdmClient> clients = new ArrayDeque<>();

  NameNodeLink(YarnSettings settings, Configuration conf) {
    Configuration bounded = new Configuration(conf);
    String timeout = settings.timeoutMillis() + "ms";
    bounded.set(HdfsClientConfigKeys.DFS_WEBHDFS_SOCKET_CONNECT_TIMEOUT_KEY, timeout);
    bounded.set(HdfsClientConfigKeys.DFS_WEBHDFS_SOCKET_READ_TIMEOUT_KEY, timeout);
    for (URI nameNode : settings.nameNodes()) {
      clients.add(new LdmClient(nameNode, bounded));
    }
  }

  @Override
  public void send(ApplicationReport report) throws IOException {
    IOException last = null;
    for (int i = clients.size(); i > 0; i--) {
      LdmClient client = clients.getFirst();
      try {
        asSelf(client, report);
        return;
      } catch (RefusedException e) {
        if (!e.isForNow()) {
          throw e;
        }
        last = e;
      } catch (IOException e) {
        last = e;
      }
      clients.addLast(clients.removeFirst());
    }
    throw last;
  }

  private static void asSelf(LdmClient client, ApplicationReport report) throws IOException {
    UserGroupInformation self = UserGroupInformation.getLoginUser();
    self.checkTGTAndReloginFromKeytab();
    try {
      self.doAs((PrivilegedExceptionAction<Object>) () -> client.application(report));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while telling of " + report.application(), e);
    }
  }
}
