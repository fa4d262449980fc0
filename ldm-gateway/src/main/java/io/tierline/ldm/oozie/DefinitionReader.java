/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.FlowNode.Kind;
import io.tierline.ldm.oozie.xml.Refusal;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns a document into a {@link Definition}. Element names decide, not the namespace's version,
 * and their order does not matter, where Oozie's own parser is as lenient. What that parser refuses
 * is refused here.
 */
final class DefinitionReader {
  /** Nodes of one definition; Oozie's limit on a definition's length allows fewer. */
  static final int NODES_MAX = 1_000;

  /** Transitions of one definition. */
  static final int TRANSITIONS_MAX = 10_000;

  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  /** Children of an action that are not what it does. */
  private static final Set<String> BESIDE_BODY = Set.of("ok", "error", "info", "credentials");

  private final XmlElement root;
  private final Map<String, FlowNode> nodes = new LinkedHashMap<>();
  private FlowNode start;
  private FlowNode end;
  private int transitions;

  private DefinitionReader(XmlElement root) {
    this.root = root;
  }

  /**
   * Reads and checks a definition.
   *
   * @throws LineageException when the document is no workflow, or one that Oozie would not take
   */
  static Definition read(XmlElement root) throws LineageException {
    if (!root.name().equals("workflow-app")) {
      throw root.refuse(OtherDocuments.reason(root));
    }
    return new DefinitionReader(root).read();
  }

  private Definition read() throws LineageException {
    Map<String, String> parameters = Map.of();
    Global global = Global.EMPTY;
    for (XmlElement child : root.children()) {
      switch (child.name()) {
        case "parameters" -> parameters = HadoopConfiguration.properties(child);
        case "global" -> global = global(child);
        case "credentials", "info" -> {
          // Who runs it and by when: no lineage.
        }
        case "start" -> start(child);
        default -> add(node(child));
      }
    }
    if (start == null) {
      throw root.refuse("the workflow has no <start>");
    }
    if (end == null) {
      throw root.refuse("the workflow has no <end>");
    }
    List<FlowNode> all = new ArrayList<>();
    all.add(start);
    all.addAll(nodes.values());
    String name = root.attribute("name").orElse("");
    return DeadEnds.marked(
        FlowCheck.check(
            new Definition(root.file(), name, parameters, global, all, root.namespace())));
  }

  private static Global global(XmlElement element) {
    return new Global(
        element.childText("name-node").filter(n -> !n.isEmpty()).orElse(null),
        element.children("job-xml").stream().map(XmlElement::text).toList(),
        HadoopConfiguration.properties(element, "configuration"));
  }

  private void start(XmlElement element) throws LineageException {
    if (start != null) {
      throw element.refuse("a second <start>; the first is on line " + start.line());
    }
    List<Transition> way = List.of(transition(element, element, "to", false));
    start = new FlowNode(Kind.START, FlowNode.START, element.line(), way, null);
  }

  private FlowNode node(XmlElement element) throws LineageException {
    return switch (element.name()) {
      case "end" -> control(Kind.END, element, List.of());
      case "kill" -> control(Kind.KILL, element, List.of());
      case "join" ->
          control(Kind.JOIN, element, List.of(transition(element, element, "to", false)));
      case "fork" -> control(Kind.FORK, element, forkPaths(element));
      case "decision" -> control(Kind.DECISION, element, cases(element));
      case "action" -> action(element);
      default -> throw element.refuse("<" + element.name() + "> is not an element of a workflow");
    };
  }

  private void add(FlowNode node) throws LineageException {
    FlowNode first = nodes.putIfAbsent(node.name(), node);
    if (first != null) {
      throw refuse(node, "node '%s' is defined twice, first on line %d", node.name(), first.line());
    }
    if (end != null) {
      throw refuse(node, "node '%s' stands after <end>, where Oozie takes none", node.name());
    }
    if (nodes.size() > NODES_MAX) {
      throw refuse(node, "there are more than %d nodes", NODES_MAX);
    }
    if (node.kind() == Kind.END) {
      end = node;
    }
  }

  private LineageException refuse(FlowNode node, String format, Object... arguments) {
    return Refusal.at(root.file(), node.line(), format.formatted(arguments));
  }

  private FlowNode control(Kind kind, XmlElement element, List<Transition> ways)
      throws LineageException {
    return new FlowNode(kind, nodeName(element), element.line(), ways, null);
  }

  private static String nodeName(XmlElement element) throws LineageException {
    String name =
        element
            .attribute("name")
            .orElseThrow(() -> element.refuse("<" + element.name() + "> has no name"));
    if (!NODE_NAME.matcher(name).matches()) {
      throw element.refuse(
          "'%s' cannot name a node: a name starts with a letter or '_' and goes on with letters, "
                  .formatted(name)
              + "digits, '_' and '-'");
    }
    return name;
  }

  private List<Transition> forkPaths(XmlElement fork) throws LineageException {
    List<Transition> paths = new ArrayList<>();
    for (XmlElement path : fork.children("path")) {
      paths.add(transition(fork, path, "start", false));
    }
    if (paths.isEmpty()) {
      throw fork.refuse("fork '" + nodeName(fork) + "' has no <path>");
    }
    return paths;
  }

  private List<Transition> cases(XmlElement decision) throws LineageException {
    XmlElement choice =
        decision
            .child("switch")
            .orElseThrow(
                () -> decision.refuse("decision " + quotedName(decision) + " has no <switch>"));
    Set<Transition> ways = new LinkedHashSet<>();
    for (XmlElement branch : choice.children("case")) {
      ways.add(transition(decision, branch, "to", false));
    }
    XmlElement otherwise =
        choice
            .child("default")
            .orElseThrow(
                () -> decision.refuse("decision " + quotedName(decision) + " has no <default>"));
    ways.add(transition(decision, otherwise, "to", false));
    return List.copyOf(ways);
  }

  private FlowNode action(XmlElement action) throws LineageException {
    List<XmlElement> bodies =
        action.children().stream().filter(c -> !BESIDE_BODY.contains(c.name())).toList();
    if (bodies.isEmpty()) {
      throw action.refuse("action " + quotedName(action) + " does nothing: it has no body");
    }
    if (bodies.size() > 1) {
      throw bodies
          .get(1)
          .refuse(
              "action %s has two bodies: <%s> and <%s>"
                  .formatted(quotedName(action), bodies.get(0).name(), bodies.get(1).name()));
    }
    List<Transition> ways = List.of(way(action, "ok", false), way(action, "error", true));
    return new FlowNode(Kind.ACTION, nodeName(action), action.line(), ways, bodies.get(0));
  }

  private Transition way(XmlElement action, String element, boolean onError)
      throws LineageException {
    XmlElement way =
        action
            .child(element)
            .orElseThrow(
                () ->
                    action.refuse(
                        "action %s has no <%s> transition".formatted(quotedName(action), element)));
    return transition(action, way, "to", onError);
  }

  private Transition transition(
      XmlElement node, XmlElement element, String attribute, boolean onError)
      throws LineageException {
    if (++transitions > TRANSITIONS_MAX) {
      throw element.refuse("there are more than " + TRANSITIONS_MAX + " transitions");
    }
    String to =
        element
            .attribute(attribute)
            .filter(name -> !name.isEmpty())
            .orElseThrow(
                () ->
                    element.refuse(
                        "<%s>%s does not say where it leads: it has no '%s'"
                            .formatted(
                                element.name(),
                                node == element ? "" : " of " + quotedName(node),
                                attribute)));
    return new Transition(to, element.line(), onError);
  }

  private static String quotedName(XmlElement element) {
    return "'" + element.attribute("name").orElse("") + "'";
  }
}
