/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The commands around BID. The work is done by programs in C (bid-agent); these classes start them,
 * read the tab-separated tables that they print, and compare, tabulate and plot.
 *
 * <p>Large since six commands read the same tables: what one of them shows is made of runs, rows
 * and ratios that the others show too, and all but the commands is known here alone.
 */
package io.tierline.benchmarks.bid;
