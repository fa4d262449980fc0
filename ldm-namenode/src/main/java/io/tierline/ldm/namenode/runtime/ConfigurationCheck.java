/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.rest.CsrfGuard;
import io.tierline.ldm.settings.LdmKeys;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;

/** Tells whether LDM would start with a configuration, without a NameNode. */
@InterfaceAudience.Private
public final class ConfigurationCheck {
  private ConfigurationCheck() {}

  /** Each key whose value makes no sense, with what was expected. */
  public static List<String> problems(Configuration conf) {
    List<String> problems = LdmKeys.NAMENODE.problems(conf::get);
    if (!problems.isEmpty()) {
      return problems;
    }
    try {
      check(conf);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads all that LDM makes of a configuration.
   *
   * @throws IllegalArgumentException naming a key whose value makes no sense
   */
  static void check(Configuration conf) {
    LdmSettings.from(conf);
    CsrfGuard.from(conf);
  }
}
