/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.client.ActiveNameNode;
import io.tierline.ldm.mapreduce.ApplicationReport;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Takes reports to the active NameNode. */
final class NameNodeLink implements Link {
  private final ActiveNameNode nameNode;

  NameNodeLink(YarnSettings settings, Configuration conf) {
    this.nameNode = new ActiveNameNode(settings.nameNodes(), settings.timeoutMillis(), conf);
  }

  @Override
  public void send(ApplicationReport report) throws IOException {
    nameNode.ask(client -> client.application(report));
  }
}
