/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.Layout;

/**
 * What a plan is made from.
 *
 * @param limit bytes above which a new file is cut
 */
record Circumstances(Layout layout, Situation now, PlannerSettings settings, long limit) {}
