/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.openlineage.ApiKeys;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The daemon behind {@code hdfs lineagegateway}: reads hdfs-site.xml and, over it,
 * tierline-gateway-site.xml, and runs until it is told to end.
 */
@InterfaceAudience.Private
public final class LineageGateway extends Configured implements Tool {
  private static final Logger LOG = LoggerFactory.getLogger(LineageGateway.class);

  /** Before Hadoop closes its file systems. */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final String NEW_KEY = "-newApiKey";
  private static final int WRONG_USAGE = 2;

  LineageGateway() {}

  /** Runs the daemon. */
  public static void main(String[] arguments) throws Exception {
    StringUtils.startupShutdownMessage(LineageGateway.class, arguments, LOG);
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.addResource(GatewayKeys.SITE_RESOURCE);
    ExitUtil.terminate(ToolRunner.run(conf, new LineageGateway(), arguments));
  }

  @Override
  public int run(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals(NEW_KEY)) {
      return newKey(arguments[1]);
    }
    if (arguments.length > 0) {
      System.err.println(
          "usage: hdfs lineagegateway ["
              + NEW_KEY
              + " USER]; --daemon start runs it in the"
              + " background");
      return WRONG_USAGE;
    }
    DefaultMetricsSystem.initialize("LineageGateway");
    JvmMetrics.initSingleton("LineageGateway", null);
    Gateway.login(getConf());
    try (Gateway gateway = Gateway.open(getConf())) {
      ShutdownHookManager.get().addShutdownHook(gateway::close, SHUTDOWN_PRIORITY);
      gateway.join();
      return 0;
    } catch (IllegalArgumentException wrong) {
      return refused(wrong.getMessage());
    } catch (IOException failure) {
      // A port in use, a directory that cannot be written or that another gateway has.
      return refused(failure.toString());
    }
  }

  private static int refused(String reason) {
    LOG.error("the gateway does not start: {}", reason);
    return 1;
  }

  /** The key is shown once; what stands in the file opens nothing. */
  private static int newKey(String user) {
    try {
      ApiKeys.NewKey made = ApiKeys.make(user);
      System.out.println("API key for " + user + ", shown this once: " + made.key());
      System.out.println("line for " + GatewayKeys.OPENLINEAGE_API_KEYS + ": " + made.line());
      return 0;
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      return WRONG_USAGE;
    }
  }
}
