/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Block files of a stock DataNode, read and written back in the scheduler's order. HDFS's own
 * dataset does all else; what fails here is done by its streams.
 */
package io.tierline.bid.dataset;
