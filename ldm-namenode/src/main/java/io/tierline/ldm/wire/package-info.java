/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What sources of lineage outside the NameNode tell it: one versioned, bounded form in JSON. Both
 * sides share it; {@code docs/ldm-lineage.md} describes it.
 */
package io.tierline.ldm.wire;
