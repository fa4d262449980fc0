/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/** Order statistics in linear time: where to cut a range so that its parts weigh the same. */
@NullMarked
package io.tierline.rlsm.select;

import org.jspecify.annotations.NullMarked;
