/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

/**
 * Something that could not be resolved, or was assumed.
 *
 * @param subject the dataset, parameter or path, as written
 * @param file the file that names it
 * @param line the line of that file, 0 when it concerns the whole
 * @param why one line in plain words
 */
public record Finding(String subject, String file, int line, String why) {}
