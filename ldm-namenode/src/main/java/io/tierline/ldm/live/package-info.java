/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Lineage that comes by itself: what sources see of running jobs, merged into workflows, with the
 * last run of a recurring application as a prediction of the next. Pure.
 *
 * <p>Large since what each source tells, what bounds it and when it ends are small classes of their
 * own; fewer than half of them are public.
 */
package io.tierline.ldm.live;
