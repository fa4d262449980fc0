/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * {@code hsync} of a stock DataNode's blocks by the delta log, where there is one; by HDFS's own
 * streams where there is none, or it fails.
 */
package io.tierline.bid.hsync;
