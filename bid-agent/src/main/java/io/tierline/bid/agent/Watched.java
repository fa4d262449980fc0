/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import io.tierline.bid.device.BlockDevice;
import io.tierline.bid.device.DeviceRates;
import io.tierline.bid.device.QueueSettings.Made;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was seen at one look.
 *
 * @param volumes in the DataNode's order
 * @param disks below them by number, each once
 * @param settings of queues that are set now
 */
record Watched(List<Volume> volumes, Map<String, Disk> disks, List<Made> settings) {
  static final Watched NOTHING = new Watched(List.of(), Map.of(), List.of());

  /** A volume and the device that it lies on, if it lies on any. */
  record Volume(Place place, Optional<BlockDevice> device) {}

  /** A disk and what it did since the look before, if that is known. */
  record Disk(BlockDevice device, Optional<DeviceRates> rates) {}
}
