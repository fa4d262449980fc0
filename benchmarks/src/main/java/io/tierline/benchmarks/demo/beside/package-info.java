/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Other work for the cluster of a demo, at the phases of the source's workload 2: jobs that only
 * read a text which lies on disks, and jobs that only write. They know nothing of the chain.
 */
package io.tierline.benchmarks.demo.beside;
