/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What all parts of Tierline share: settings, and times and sizes as Hadoop writes them. Knows no
 * host, since it is in the jar of every plug-in.
 */
package io.tierline.common;
