/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The command line: what all commands have in common, and those that need nothing of Hadoop.
 *
 * <p>Each command declares its options once, as picocli's annotations; parsing, help and nearest
 * words come from there. The commands of other modules are found by {@link
 * io.tierline.cli.CommandSource}.
 */
package io.tierline.cli;
