/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Reads and writes files of one disk in the order of BID's scheduler: in C where its library can be
 * loaded, else in Java. Knows nothing of Hadoop.
 */
package io.tierline.bid.volume;
