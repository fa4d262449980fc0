/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Reads Oozie workflow definitions of every schema version into the lineage model. A definition is
 * read offline, as text: nothing here talks to Oozie or to a cluster.
 *
 * <p>Large since every kind of action and every version of a schema has a small reader of its own;
 * few of them are public.
 */
package io.tierline.ldm.oozie;
