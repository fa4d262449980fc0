/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Oozie coordinators, bundles and datasets: the edges between workflows, and the times at which
 * each instance of a dataset will be read.
 *
 * <p>Large since each function that a coordinator may use and each part of its calendar is a small
 * class; few of them are public.
 */
package io.tierline.ldm.oozie.coord;
