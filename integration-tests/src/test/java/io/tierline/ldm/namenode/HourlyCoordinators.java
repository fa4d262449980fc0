/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Three coordinators over an hourly dataset: one that writes each instance once its raw data is
 * there, one that reads each, and one that reads the three of the time below at the last of them.
 * Their workflows tell nothing of what they read and write.
 */
final class HourlyCoordinators {
  /** Instances, and actions of the first two coordinators. */
  static final int HOURS = 3;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter PATH =
      DateTimeFormatter.ofPattern("uuuuMMddHHmm").withZone(ZoneOffset.UTC);

  private static final String WORKFLOW =
      "<workflow-app xmlns='uri:oozie:workflow:1.0' name='held'><start to='work'/>"
          + "<action name='work'><java><resource-manager>rm</resource-manager>"
          + "<name-node>${nameNode}</name-node><main-class>Work</main-class></java>"
          + "<ok to='end'/><error to='fail'/></action>"
          + "<kill name='fail'><message>failed</message></kill><end name='end'/></workflow-app>";

  private final RealOozie oozie;
  private final String user;
  private final Map<String, String> properties;
  private final Instant first;

  /** Nothing is submitted yet. */
  HourlyCoordinators(RealOozie oozie, String user, String nameNode) throws Exception {
    this.oozie = oozie;
    this.user = user;
    this.first = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(1));
    String workflow = oozie.define("held", WORKFLOW);
    this.properties = Map.of("nameNode", nameNode, "workflow", workflow);
  }

  /** When the action of an hour is due, from 0. */
  Instant due(int hour) {
    return first.plus(Duration.ofHours(hour));
  }

  static String path(String dataset, Instant time) {
    return "/coordinated/" + dataset + "/" + PATH.format(time);
  }

  private static String dataset(String name, Instant first) {
    return ("<dataset name='%s' frequency='60' initial-instance='%s' timezone='UTC'>"
            + "<uri-template>${nameNode}/coordinated/%s/${YEAR}${MONTH}${DAY}${HOUR}${MINUTE}"
            + "</uri-template></dataset>")
        .formatted(name, TIME.format(first), name);
  }

  private String submit(String name, Instant start, int minutes, String events) throws Exception {
    return submit(name, start, minutes, dataset("raw", first) + dataset("clean", first), events);
  }

  private String submit(String name, Instant start, int minutes, String datasets, String events)
      throws Exception {
    String definition =
        ("<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='%s' frequency='%d' start='%s'"
                + " end='%s' timezone='UTC'><datasets>%s</datasets>%s<action><workflow>"
                + "<app-path>${workflow}</app-path></workflow></action></coordinator-app>")
            .formatted(
                name, minutes, TIME.format(start), TIME.format(due(HOURS)), datasets, events);
    return oozie.coordinate(oozie.defineCoordinator(name, definition), user, properties);
  }

  private static String reads(String dataset, String instances) {
    return "<input-events><data-in name='in' dataset='%s'>%s</data-in></input-events>"
        .formatted(dataset, instances);
  }

  String submitWriter() throws Exception {
    return submit(
        "writer",
        first,
        60,
        reads("raw", "<instance>${coord:current(0)}</instance>")
            + "<output-events><data-out name='out' dataset='clean'>"
            + "<instance>${coord:current(0)}</instance></data-out></output-events>");
  }

  String submitReader() throws Exception {
    return submit("reader", first, 60, reads("clean", "<instance>${coord:current(0)}</instance>"));
  }

  /** A file of the datasets, for those that include it. */
  String datasets() {
    return "<datasets>" + dataset("raw", first) + dataset("clean", first) + "</datasets>";
  }

  /** The writer, its datasets included from there. */
  String submitIncludingWriter(String path) throws Exception {
    return submit(
        "including-writer",
        first,
        60,
        "<include>" + path + "</include>",
        reads("raw", "<instance>${coord:current(0)}</instance>")
            + "<output-events><data-out name='out' dataset='clean'>"
            + "<instance>${coord:current(0)}</instance></data-out></output-events>");
  }

  String submitLateReader() throws Exception {
    return submit(
        "late-reader",
        due(HOURS - 1),
        60 * HOURS,
        reads(
            "clean",
            "<start-instance>${coord:current(-2)}</start-instance>"
                + "<end-instance>${coord:current(0)}</end-instance>"));
  }
}
