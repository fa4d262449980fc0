/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Hadoop's daemons as an operator runs them: each in a process of its own, from resolved jars,
 * configured by nothing but files, with our jars copied to where the docs put them.
 */
package io.tierline.testing.daemons;
