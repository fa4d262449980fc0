/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

/**
 * The part of a file that a partition reads.
 *
 * @param file the file
 * @param range the rows: inside the partition, inside the file's span, and not superseded by a base
 * @param bytes about how many bytes the part has
 */
public record Slice(FileMeta file, KeyRange range, long bytes) {}
