/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

/**
 * How much may be worked on.
 *
 * @param threads requests at a time
 * @param waiting requests that wait for them
 * @param perUser requests of one user, worked on and waiting
 * @param millis what one may take, with its wait
 */
public record RequestBounds(int threads, int waiting, int perUser, long millis) {}
