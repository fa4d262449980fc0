/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.gateway.config.GatewayKeys;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * How run events are taken, and told.
 *
 * @param apiKeys the file with keys
 * @param requestBytes largest request
 * @param queueBytes what events that wait may take
 * @param runs remembered at a time
 * @param share part of the time in which the NameNode may be told
 */
public record OpenLineageSettings(
    Optional<Path> apiKeys, int requestBytes, long queueBytes, int runs, double share) {

  /** The settings, checked; empty when no events are to be taken. */
  public static Optional<OpenLineageSettings> from(Configuration conf) {
    if (!GatewayKeys.OPENLINEAGE_ENABLED.read(conf::get)) {
      return Optional.empty();
    }
    String keys = GatewayKeys.OPENLINEAGE_API_KEYS.read(conf::get);
    return Optional.of(
        new OpenLineageSettings(
            keys.isEmpty() ? Optional.empty() : Optional.of(Path.of(keys)),
            GatewayKeys.OPENLINEAGE_REQUEST_MAX.read(conf::get).intValue(),
            GatewayKeys.OPENLINEAGE_QUEUE_MAX.read(conf::get),
            GatewayKeys.OPENLINEAGE_RUNS_MAX.read(conf::get),
            GatewayKeys.OPENLINEAGE_NAME_NODE_SHARE.read(conf::get)));
  }
}
