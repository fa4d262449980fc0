/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * BID in a DataNode besides its dataset: what its volumes lie on and what that does, how the
 * kernel's queues are set, and a page that shows it all. In the way of no I/O.
 */
package io.tierline.bid.agent;
