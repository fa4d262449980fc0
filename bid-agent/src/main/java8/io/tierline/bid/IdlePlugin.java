/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid;

import io.tierline.java8.NeedsJava17;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.LoggerFactory;

/** On a Java that is too old for BID: a plug-in that says so and does nothing. */
@InterfaceAudience.Private
public abstract class IdlePlugin implements ServicePlugin {
  private final String consequence;

  /** A plug-in without which this is so. */
  protected IdlePlugin(String consequence) {
    this.consequence = consequence;
  }

  @Override
  public final void start(Object service) {
    NeedsJava17.say(LoggerFactory.getLogger(getClass()), consequence);
  }

  @Override
  public final void stop() {
    // Nothing was started.
  }

  @Override
  public final void close() {
    stop();
  }
}
