/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The demo: one chain of real MapReduce jobs on an embedded cluster with two tiers, once per
 * contender, and a report of who read what from where.
 *
 * <p>Large since each thing that a run leaves behind is a value of its own, and one report tells of
 * all of them; nothing but the command is known outside.
 */
package io.tierline.benchmarks.demo;
