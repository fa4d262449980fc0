/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.util.List;

/**
 * What a load found.
 *
 * @param workflows how many are registered now
 * @param setAside records that cannot be used, each with the reason, one line
 */
public record LoadReport(int workflows, List<Fault> setAside) {
  /**
   * A record that cannot be used.
   *
   * @param name its name in the store
   * @param reason why not
   */
  public record Fault(String name, String reason) {}

  /** Copies the list; the record is immutable. */
  public LoadReport {
    setAside = List.copyOf(setAside);
  }
}
