/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.java8.NeedsJava17;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for LDM: passes everything on and watches nothing. */
@InterfaceAudience.LimitedPrivate("YARN")
public class LineageProcessor extends PassingProcessor {
  /** Created by YARN through reflection. */
  public LineageProcessor() {}

  @Override
  void begin(ApplicationMasterServiceContext context) {
    NeedsJava17.say(
        LoggerFactory.getLogger(LineageProcessor.class),
        "LDM does not watch the jobs of this ResourceManager");
  }
}
