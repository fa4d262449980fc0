/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Block devices as Linux shows them under a folder such as {@code /sys}: what a volume lies on,
 * what that does, and how its queue is set. Everything is read below the folder that is given.
 */
package io.tierline.bid.device;
