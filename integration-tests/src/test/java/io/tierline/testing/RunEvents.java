/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.openlineage.RunAssembler;
import io.tierline.ldm.openlineage.RunEventReader;
import io.tierline.ldm.wire.ReportDocument;
import java.util.List;

/** Run events as the lineage gateway tells a NameNode of them, for tests without a gateway. */
public final class RunEvents {
  private static final int RUNS = 10_000;

  private RunEvents() {}

  /**
   * What is posted to {@code observations}.
   *
   * @param user whose events they are
   * @param events one, or an array of them
   */
  public static String told(String user, String events) throws LineageException {
    return ReportDocument.write(
        List.of(
            new RunAssembler(RUNS)
                .accept(List.copyOf(RunEventReader.read(events).events().values()), user)));
  }
}
