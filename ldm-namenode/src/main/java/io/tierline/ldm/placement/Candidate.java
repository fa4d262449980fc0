/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/**
 * A volume of a tier that has room for a block.
 *
 * @param node the DataNode's identity
 * @param storage the volume's storage id; "" when not known
 * @param rating its performance rating PR from inside its node, in MiB/s
 * @param measured true when the rating rests on an agent's report
 */
public record Candidate(String node, String storage, double rating, boolean measured) {}
