/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.http.HttpServer2;

/**
 * The web server of a DataNode. A DataNode gives nobody a way to it, other than a NameNode, so two
 * of its fields are read by name (Hadoop 3.4.2 to 3.5.0).
 */
final class WebServer {
  private final HttpServer2 server;

  private WebServer(HttpServer2 server) {
    this.server = server;
  }

  /**
   * Finds it.
   *
   * @throws ReflectiveOperationException if this Hadoop has it elsewhere
   */
  static WebServer of(DataNode node) throws ReflectiveOperationException {
    return new WebServer((HttpServer2) field(field(node, "httpServer"), "infoServer"));
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  /** Puts the page there, behind whatever the server's own pages are behind. */
  void serve(Supplier<String> status) {
    server.setAttribute(StatusServlet.STATUS_ATTRIBUTE, status);
    server.addServlet("tierline-bid", StatusServlet.PATH_SPEC, StatusServlet.class);
  }

  void end() {
    server.setAttribute(StatusServlet.STATUS_ATTRIBUTE, null);
  }
}
