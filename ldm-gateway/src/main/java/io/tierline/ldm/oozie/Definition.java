/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.xml.XmlElement;
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
    String namespace) {

  /** This definition, with what the server has made of actions in the place of what is written. */
  Definition started(Map<String, XmlElement> bodies) {
    List<FlowNode> replaced = nodes.stream().map(node -> started(node, bodies)).toList();
    return with(replaced);
  }

  Definition with(List<FlowNode> others) {
    return new Definition(file, name, parameters, global, others, namespace);
  }

  private static FlowNode started(FlowNode node, Map<String, XmlElement> bodies) {
    XmlElement body = bodies.get(node.name());
    boolean isSame = body != null && node.body() != null && body.name().equals(node.body().name());
    return isSame
        ? new FlowNode(node.kind(), node.name(), node.line(), node.transitions(), body)
        : node;
  }
}
