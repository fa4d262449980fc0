/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.time.Duration;

/**
 * How much is kept, and how long.
 *
 * @param retention how long an ended job is kept, and a failed one counts as a reader
 * @param lostAfter how long a running job may go without a word before it is forgotten
 * @param expiry how long an expected job may stay away after the last of those before it has ended
 * @param jobs live jobs kept at a time, at least 1
 * @param applications recurring applications remembered; 0 switches prediction off
 */
public record LiveLimits(
    Duration retention, Duration lostAfter, Duration expiry, int jobs, int applications) {}
