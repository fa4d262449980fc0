/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The ranged log-structured merge tree as its source has it, on keys that are numbers: what the
 * store engine is measured against, and where its rules come from. Pure.
 *
 * <p>Source: Song 2018, sections 2.3.3, 3.3 and 4.3. Level 0 holds flushed files, whose ranges
 * overlap; Level 1 holds files of disjoint ranges, to which compaction appends without reading
 * them. Positions inside a file mean nothing here, as in its hash order; cells are counted, not
 * stored.
 */
package io.tierline.rlsm.ranged;
