/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

/**
 * A registration that could not be restored, since it contradicts others.
 *
 * @param registration what was to be restored
 * @param reason why it was not, one line
 */
public record Refused(Registration registration, String reason) {}
