/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings LDM into a ResourceManager ({@code
 * yarn.resourcemanager.application-master-service.processors}). It has no part in what application
 * masters ask and are answered: it only starts the watcher, and whatever may go wrong with that
 * leaves the ResourceManager as it would be without.
 */
@InterfaceAudience.LimitedPrivate("YARN")
public class LineageProcessor extends PassingProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(LineageProcessor.class);

  /** Created by YARN through reflection. */
  public LineageProcessor() {}

  @Override
  void begin(ApplicationMasterServiceContext context) {
    try {
      RmApplications.watch((RMContext) context);
    } catch (RuntimeException | Error e) {
      LOG.warn("Tierline LDM does not watch this ResourceManager: {}", e.toString(), e);
    }
  }
}
