/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Emulated devices below the volumes of an embedded cluster: data lie in real files, but each byte
 * takes the time that a modelled disk or SSD would take for it. For demonstrations on machines
 * whose volumes share one real disk.
 */
package io.tierline.testing.devices;
