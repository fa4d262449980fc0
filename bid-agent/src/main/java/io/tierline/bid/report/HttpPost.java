/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * Posts as the user that the DataNode runs as: by SPNEGO where security is on, by name where it is
 * not, with Hadoop's own {@code AuthenticatedURL}.
 */
final class HttpPost implements Post {
  private final URLConnectionFactory connections;

  HttpPost(ReportSettings settings, Configuration conf) {
    Configuration bounded = new Configuration(conf);
    String timeout = settings.timeoutMillis() + "ms";
    bounded.set(HdfsClientConfigKeys.DFS_WEBHDFS_SOCKET_CONNECT_TIMEOUT_KEY, timeout);
    bounded.set(HdfsClientConfigKeys.DFS_WEBHDFS_SOCKET_READ_TIMEOUT_KEY, timeout);
    connections = URLConnectionFactory.newDefaultURLConnectionFactory(bounded);
  }

  @Override
  public int send(URI nameNode, String document) throws IOException {
    UserGroupInformation self = UserGroupInformation.getLoginUser();
    self.checkTGTAndReloginFromKeytab();
    try {
      return self.doAs((PrivilegedExceptionAction<Integer>) () -> post(self, nameNode, document));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reporting devices", e);
    }
  }

  private int post(UserGroupInformation self, URI nameNode, String document) throws IOException {
    boolean spnego = UserGroupInformation.isSecurityEnabled();
    String user = spnego ? "" : "?user.name=" + self.getShortUserName();
    URL url = nameNode.resolve("/ldm/v1/devices" + user).toURL();
    HttpURLConnection connection;
    try {
      connection = (HttpURLConnection) connections.openConnection(url, spnego);
    } catch (AuthenticationException e) {
      throw new IOException(e);
    }
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("X-XSRF-HEADER", "tierline");
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(document.getBytes(StandardCharsets.UTF_8));
    }
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }
}
