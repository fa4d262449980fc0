/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

/**
 * A job in a list of Oozie's.
 *
 * @param id Oozie's id of it
 * @param user who it runs as; "" when that is not told
 */
public record ListedJob(String id, String user) {}
