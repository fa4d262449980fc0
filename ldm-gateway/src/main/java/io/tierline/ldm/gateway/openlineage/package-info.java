/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * OpenLineage as a source: events are taken over HTTP, kept on disk until they are told, and told
 * to the NameNode, each user's in his name.
 */
package io.tierline.ldm.gateway.openlineage;
