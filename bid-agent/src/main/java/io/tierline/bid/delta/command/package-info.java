/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What an operator does with a delta log that no process has open: {@code hdfs biddelta} on a host
 * of Hadoop, {@code ./tierline bid-delta} in a clone.
 */
package io.tierline.bid.delta.command;
