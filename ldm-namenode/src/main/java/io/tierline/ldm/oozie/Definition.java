/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.List;
import java.util.Map;

/**
 * A workflow definition as written, its control flow checked.
 *
 * @param file what to call it in messages
 * @param name the workflow's name, as written
 * @param parameters defaults of properties
 * @param global what all actions share
 * @param nodes the nodes of control flow; the start comes first
 * @param namespace the XML namespace of the root element
 */
record Definition(
    String file,
    String name,
    Map<String, String> parameters,
    Global global,
    List<FlowNode> nodes,
    String namespace) {}
