/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.time.Instant;

/**
 * What a block took on a device, with its waiting.
 *
 * @param measuredAt the end of the time it was measured in
 * @param readSeconds per block, above 0
 * @param writeSeconds per block, above 0; NaN when too little was written to tell
 */
record DeviceFigures(Instant measuredAt, double readSeconds, double writeSeconds) {}
