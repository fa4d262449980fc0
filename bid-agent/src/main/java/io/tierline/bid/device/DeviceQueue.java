/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

/**
 * What is known of a device's queue.
 *
 * @param rotational whether it has an arm to move
 * @param scheduler the kernel's that is chosen; empty: it cannot be told
 * @param requests that the queue holds; 0: it cannot be told
 * @param bytes the device's length; 0: it cannot be told
 * @param model as its maker calls it; empty: it cannot be told
 */
public record DeviceQueue(
    boolean rotational, String scheduler, long requests, long bytes, String model) {}
