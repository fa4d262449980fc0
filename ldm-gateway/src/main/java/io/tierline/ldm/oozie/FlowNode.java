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

/**
 * A node of a definition's control flow.
 *
 * @param kind what it does
 * @param name its name
 * @param line where it starts
 * @param transitions the ways out, in the order written
 * @param body what an action does, an element whose name is the action's type; null for others
 */
record FlowNode(Kind kind, String name, int line, List<Transition> transitions, XmlElement body) {

  /** The name Oozie gives to the start; no other node can have it. */
  static final String START = ":start:";

  /** What a node does. */
  enum Kind {
    START,
    END,
    KILL,
    FORK,
    JOIN,
    DECISION,
    ACTION
  }
}
