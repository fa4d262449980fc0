/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.HadoopConfiguration;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A coordinator as written, of any schema version: element names decide, not the namespace, and
 * their order does not matter. What it lacks is ""; what follows from that is told where it is
 * used.
 *
 * @param file what to call it in messages
 * @param name its name
 * @param frequency its frequency
 * @param start when its first action is due
 * @param end when no more are
 * @param timezone its time zone
 * @param parameters defaults of properties
 * @param datasets those it defines itself
 * @param includes the files of datasets it takes in
 * @param events what its actions read and write
 * @param combinations names for several inputs together, from its input logic
 * @param appPath the workflow that an action runs
 * @param configuration the properties that the workflow gets
 * @param actionLine where the action stands
 */
record CoordinatorDefinition(
    String file,
    String name,
    String frequency,
    String start,
    String end,
    String timezone,
    Map<String, String> parameters,
    List<DatasetDefinition> datasets,
    List<XmlElement> includes,
    List<DataEvent> events,
    Map<String, List<String>> combinations,
    XmlElement appPath,
    Map<String, String> configuration,
    int actionLine) {
  /** Data events of one coordinator. */
  static final int EVENTS_MAX = 5_000;

  static CoordinatorDefinition read(XmlElement root) throws LineageException {
    XmlElement action = Required.child(root, "action");
    XmlElement workflow = Required.child(action, "workflow");
    List<DatasetDefinition> datasets = new ArrayList<>();
    List<XmlElement> includes = new ArrayList<>();
    for (XmlElement section : root.children("datasets")) {
      datasets.addAll(DatasetDefinition.all(section, false));
      includes.addAll(DatasetDefinition.includes(section));
    }
    return new CoordinatorDefinition(
        root.file(),
        root.attribute("name").orElse(""),
        root.attribute("frequency").orElse(""),
        root.attribute("start").orElse(""),
        root.attribute("end").orElse(""),
        root.attribute("timezone").orElse(""),
        HadoopConfiguration.properties(root, "parameters"),
        datasets,
        includes,
        events(root),
        combinations(root),
        Required.child(workflow, "app-path"),
        HadoopConfiguration.properties(workflow, "configuration"),
        action.line());
  }

  private static List<DataEvent> events(XmlElement root) throws LineageException {
    List<DataEvent> events = new ArrayList<>();
    for (XmlElement section : root.children("input-events")) {
      for (XmlElement input : section.children("data-in")) {
        events.add(DataEvent.of(input, Access.READ));
      }
    }
    for (XmlElement section : root.children("output-events")) {
      for (XmlElement output : section.children("data-out")) {
        events.add(DataEvent.of(output, Access.WRITE));
      }
    }
    if (events.size() > EVENTS_MAX) {
      throw root.refuse("there are more than " + EVENTS_MAX + " data events");
    }
    return events;
  }

  /** A named part of the input logic stands for all the inputs below it. */
  private static Map<String, List<String>> combinations(XmlElement root) {
    Map<String, List<String>> combinations = new LinkedHashMap<>();
    for (XmlElement logic : root.children("input-logic")) {
      collect(logic, combinations);
    }
    return combinations;
  }

  private static List<String> collect(XmlElement part, Map<String, List<String>> combinations) {
    List<String> inputs = new ArrayList<>();
    part.attribute("dataset").ifPresent(inputs::add);
    for (XmlElement child : part.children()) {
      inputs.addAll(collect(child, combinations));
    }
    part.attribute("name").ifPresent(name -> combinations.put(name, List.copyOf(inputs)));
    return inputs;
  }
}
