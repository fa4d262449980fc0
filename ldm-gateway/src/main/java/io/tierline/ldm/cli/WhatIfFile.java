/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.json.WhatIfRequest;
import io.tierline.ldm.lineage.LineageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code hdfs ldm -whatIf} asks about: a local file if there is one, else a plan's id. */
public final class WhatIfFile {
  private WhatIfFile() {}

  /**
   * The request for it.
   *
   * @param given a plan's id; or a file that holds a plan's document or lineage, and perhaps a file
   *     of the properties an Oozie workflow is submitted with
   * @throws LineageException naming the file when it cannot be read or holds neither
   */
  public static String request(List<String> given) throws LineageException {
    Path file = Path.of(given.get(0));
    if (!Files.exists(file)) {
      String request = WhatIfRequest.ofPlan(given.get(0));
      try {
        WhatIfRequest.read(request);
      } catch (LineageException noPlan) {
        throw new LineageException(given.get(0) + ": no such file, and no plan's id", noPlan);
      }
      return request;
    }
    String content = new String(LocalFiles.content(file), StandardCharsets.UTF_8);
    boolean plan = content.stripLeading().startsWith("{") && WhatIfRequest.isPlan(content);
    return plan ? content : LineageDocument.write(LineageFile.read(given));
  }
}
