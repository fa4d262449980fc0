/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import java.util.Optional;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;

/** Tells whether LDM would start with a configuration, without a NameNode. */
@InterfaceAudience.Private
public final class ConfigurationCheck {
  private ConfigurationCheck() {}

  /** The first key whose value makes no sense, with what was expected; empty for none. */
  public static Optional<String> problem(Configuration conf) {
    try {
      Reconfiguration.check(conf);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
