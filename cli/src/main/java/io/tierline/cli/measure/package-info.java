/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What measuring commands take, each with its help: mixed into a command, so that an option is
 * declared once and means the same everywhere.
 */
package io.tierline.cli.measure;
