/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

/**
 * What recovery has found.
 *
 * @param blocks that the log was needed for
 * @param replayed of these: they got bytes from the log
 * @param uuid of the log, in hexadecimal as {@link DeltaMark} has it
 */
public record DeltaRecovery(long blocks, long replayed, String uuid) {}
