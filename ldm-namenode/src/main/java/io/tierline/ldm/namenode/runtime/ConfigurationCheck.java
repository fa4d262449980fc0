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
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.namenode.oozie.OozieSettings;
import io.tierline.ldm.namenode.rest.CsrfGuard;
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
      check(conf);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads all that LDM makes of a configuration.
   *
   * @throws IllegalArgumentException naming a key whose value makes no sense
   */
  static void check(Configuration conf) {
    LdmSettings.from(conf);
    LdmSettings.lockInodes(conf);
    LdmSettings.untestedHadoopAllowed(conf);
    LdmSettings.policiesInSnapshottable(conf);
    OwnFileSystems.check(conf);
    LiveService.limits(conf);
    CsrfGuard.from(conf);
    OozieSettings.from(conf);
  }
}
