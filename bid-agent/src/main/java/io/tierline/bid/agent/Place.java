/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

/**
 * A volume, and where it lies.
 *
 * @param storage the identifier of its storage
 * @param path its directory; empty: it is none
 * @param type its storage type
 * @param device the number of the device below it, such as {@code 8:1}; empty: it cannot be told
 */
record Place(String storage, String path, String type, String device) {}
