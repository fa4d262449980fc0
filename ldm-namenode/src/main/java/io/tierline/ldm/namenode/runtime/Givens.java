/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.state.FormatVersion;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * What LDM is given beside its NameNode.
 *
 * @param decider the decision that placement rests on
 * @param stateFormat the form that what is kept is written in, and the latest that is read
 * @param hadoopVersion the version of the Hadoop that this runs in
 * @param storedConfiguration what the NameNode would be configured with if it were started now
 */
public record Givens(
    Decider decider,
    FormatVersion stateFormat,
    String hadoopVersion,
    Supplier<Configuration> storedConfiguration) {}
