/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.mapreduce.ApplicationReport;
import java.io.IOException;

/** Takes reports to the NameNode. */
@FunctionalInterface
interface Link {
  /**
   * Sends a report.
   *
   * @throws io.tierline.ldm.client.RefusedException when the NameNode will not have it, now or ever
   * @throws IOException when no NameNode was reached
   */
  void send(ApplicationReport report) throws IOException;
}
