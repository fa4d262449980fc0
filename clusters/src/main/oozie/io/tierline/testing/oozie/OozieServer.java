/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.oozie;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import org.apache.oozie.service.Services;
import org.apache.oozie.servlet.AuthFilter;
import org.apache.oozie.servlet.CallbackServlet;
import org.apache.oozie.servlet.HostnameFilter;
import org.apache.oozie.servlet.V1JobsServlet;
import org.apache.oozie.servlet.V2AdminServlet;
import org.apache.oozie.servlet.V2JobServlet;
import org.apache.oozie.servlet.VersionServlet;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;

/**
 * A real Oozie server in a JVM of its own: Oozie's services behind Oozie's own servlets and filters
 * for its web services.
 *
 * <p>As a daemon it has a database of files and the site files in {@code conf}, and runs until it
 * is ended. For a test it has a database in memory, prints its port, starts when told so by a byte,
 * by when its configuration of Hadoop must be in {@code conf/hadoop-conf}, and ends when its input
 * does.
 */
public final class OozieServer {
  private OozieServer() {}

  /**
   * Starts the server.
   *
   * @param arguments a directory of its own; then a daemon's port, or whether a test's java actions
   *     are held or launched
   */
  public static void main(String[] arguments) {
    int status = 0;
    try {
      Path home = Path.of(arguments[0]).toAbsolutePath();
      if (Character.isDigit(arguments[1].charAt(0))) {
        serve(home, Integer.parseInt(arguments[1]));
        return;
      }
      serve(home, arguments[1].equals("held"));
    } catch (Exception e) {
      e.printStackTrace();
      status = 1;
    }
    // Threads of Oozie's that are no daemons would keep the process.
    Runtime.getRuntime().halt(status);
  }

  private static void serve(Path home, int port) throws Exception {
    configure(home, "http://localhost:" + port + "/oozie");
    set("oozie.service.JPAService.jdbc.url", "jdbc:hsqldb:file:" + home.resolve("data/oozie"));
    set("oozie.service.HadoopAccessorService.hadoop.configurations", "*=" + home.resolve("conf"));
    Services services = new Services();
    services.init();
    Server web = new Server(new InetSocketAddress("localhost", port));
    web.setHandler(webServices());
    web.setStopAtShutdown(true);
    // The database writes what it has kept back when it is closed.
    Runtime.getRuntime().addShutdownHook(new Thread(services::destroy, "stop-oozie"));
    web.start();
    web.join();
  }

  private static void serve(Path home, boolean isHeld) throws Exception {
    Server web = new Server();
    ServerConnector connector = new ServerConnector(web);
    connector.setHost("127.0.0.1");
    connector.open();
    configure(home, "http://127.0.0.1:" + connector.getLocalPort() + "/oozie");
    if (isHeld) {
      set("oozie.service.ActionService.executor.ext.classes", HeldJavaAction.class.getName());
    }
    System.out.println("port " + connector.getLocalPort());
    if (System.in.read() < 0) {
      return;
    }
    new Services().init();
    web.addConnector(connector);
    web.setHandler(webServices());
    web.start();
    System.out.println("started");
    while (System.in.read() >= 0) {
      // Whoever started this process holds the other end.
    }
  }

  private static void configure(Path home, String url) throws IOException {
    for (String name : new String[] {"conf/hadoop-conf", "conf/action-conf", "logs", "data"}) {
      Files.createDirectories(home.resolve(name));
    }
    for (String name : new String[] {"conf/oozie-site.xml", "conf/hadoop-conf/core-site.xml"}) {
      if (!Files.exists(home.resolve(name))) {
        Files.writeString(home.resolve(name), "<configuration/>");
      }
    }
    set("oozie.home.dir", home);
    set("oozie.data.dir", home.resolve("data"));
    set("oozie.log.dir", home.resolve("logs"));
    set("oozie.base.url", url);
    set("oozie.service.CallbackService.base.url", url + "/callback");
    set("oozie.service.JPAService.create.db.schema", true);
    set("oozie.service.JPAService.jdbc.driver", "org.hsqldb.jdbcDriver");
    set("oozie.service.JPAService.jdbc.url", "jdbc:hsqldb:mem:oozie;create=true");
    set("oozie.service.HadoopAccessorService.supported.filesystems", "*");
    set("oozie.action.ship.launcher.jar", false);
    // How often, in milliseconds, it is looked whether the data has come that an action waits for.
    set("oozie.service.coord.input.check.requeue.interval", 1_000);
    set("oozie.launcher.default.memory.mb", 512);
    set("oozie.service.WorkflowAppService.system.libpath", "/oozie/share/lib");
    // How often, in seconds, an action is looked at whose end was not told.
    set("oozie.service.ActionCheckerService.action.check.delay", 10);
    set("oozie.service.ActionCheckerService.action.check.interval", 10);
  }

  /** Oozie takes a system property for the setting of the same name. */
  private static void set(String name, Object value) {
    System.setProperty(name, value.toString());
  }

  private static ServletContextHandler webServices() {
    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath("/oozie");
    context.addFilter(HostnameFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addFilter(AuthFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));
    // These two are asked by Oozie's command line.
    context.addServlet(VersionServlet.class, "/versions");
    context.addServlet(V2AdminServlet.class, "/v2/admin/*");
    context.addServlet(V1JobsServlet.class, "/v2/jobs");
    context.addServlet(V2JobServlet.class, "/v2/job/*");
    context.addServlet(CallbackServlet.class, "/callback/*");
    return context;
  }
}
