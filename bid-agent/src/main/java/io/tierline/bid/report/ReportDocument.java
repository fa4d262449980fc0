/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Figures in the form that LDM takes under {@code /ldm/v1/devices}: see docs/ldm-migration.md. */
final class ReportDocument {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ReportDocument() {}

  /**
   * Writes it.
   *
   * @param dataNode the DataNode's UUID
   * @param blockBytes the block that the figures are of
   * @param figures by storage id
   */
  static String of(String dataNode, long blockBytes, Map<String, DeviceFigures> figures) {
    ObjectNode document = MAPPER.createObjectNode();
    document.put("version", 1);
    ArrayNode devices = document.putArray("devices");
    figures.forEach(
        (storage, measured) -> {
          ObjectNode device = devices.addObject();
          device.put("dataNode", dataNode);
          device.put("storage", storage);
          device.put("measuredAt", measured.measuredAt().toString());
          device.put("blockBytes", blockBytes);
          device.put("readSecondsPerBlock", measured.readSeconds());
          if (!Double.isNaN(measured.writeSeconds())) {
            device.put("writeSecondsPerBlock", measured.writeSeconds());
          }
        });
    return document.toString();
  }
}
