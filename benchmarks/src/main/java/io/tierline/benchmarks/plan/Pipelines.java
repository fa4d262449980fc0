/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Coordinators of an imagined company, each with a workflow of two jobs. They come in groups of
 * five over hourly data: two of every hour (ingest, clean), one of every day (report, over 24
 * hours), one of every month (archive, over 744 hours), and one that reads another group's data as
 * well: every hour in even groups (enrich), every day in odd ones (join).
 */
final class Pipelines {
  /** Coordinators of one group. */
  static final int GROUP = 5;

  /** Earliest nominal time, and what ends the month behind its last hour. */
  static final String FROM = "2026-03-01T00:00Z";

  static final String UNTIL = "2026-04-01T00:01Z";

  private static final String HOUR = "${coord:hours(1)}";
  private static final String DAY = "${coord:days(1)}";
  private static final String MONTH = "${coord:months(1)}";
  private static final String NOW = "${coord:current(0)}";

  private final Map<String, String> files = new TreeMap<>();

  private Pipelines() {}

  /** The files, by their names, of that many coordinators: a multiple of {@link #GROUP}. */
  static Map<String, String> of(int coordinators) {
    Pipelines all = new Pipelines();
    int groups = coordinators / GROUP;
    for (int group = 0; group < groups; group++) {
      all.add(group, (group + groups - 1) % groups);
    }
    all.files.put("job.properties", "nameNode=hdfs://nn:8020\nuser.name=etl\n");
    return all.files;
  }

  /** Writes the files; returns where they are. */
  static List<Path> write(Path directory, int coordinators) throws IOException {
    List<Path> written = new ArrayList<>();
    for (var file : of(coordinators).entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      written.add(Files.writeString(path, file.getValue()));
    }
    return written;
  }

  private void add(int group, int other) {
    String g = "-" + group;
    String o = "-" + other;
    add("ingest" + g, HOUR, List.of(data("events" + g, HOUR)), List.of(NOW), data("raw" + g, HOUR));
    add("clean" + g, HOUR, List.of(data("raw" + g, HOUR)), List.of(NOW), data("hours" + g, HOUR));
    String day = "${coord:current(-23)}";
    add("report" + g, DAY, List.of(data("hours" + g, HOUR)), List.of(day), data("days" + g, DAY));
    String month = "${coord:current(-743)}";
    String months = data("months" + g, MONTH);
    add("archive" + g, MONTH, List.of(data("hours" + g, HOUR)), List.of(month), months);
    boolean even = group % 2 == 0;
    String often = even ? HOUR : DAY;
    String kind = even ? "hours" : "days";
    List<String> both = List.of(data(kind + g, often), data(kind + o, often));
    add((even ? "enrich" : "join") + g, often, both, List.of(NOW, NOW), data("both" + g, often));
  }

  /** A coordinator that reads each dataset from an instance up to that of its nominal time. */
  private void add(
      String name, String often, List<String> inputs, List<String> firsts, String output) {
    StringBuilder events = new StringBuilder();
    StringBuilder in = new StringBuilder();
    for (int i = 0; i < inputs.size(); i++) {
      events.append(
          """
              <data-in name="in%d" dataset="%s">
                <start-instance>%s</start-instance><end-instance>%s</end-instance>
              </data-in>
          """
              .formatted(i, name(inputs.get(i)), firsts.get(i), NOW));
      in.append(i == 0 ? "" : ",").append("${coord:dataIn('in%d')}".formatted(i));
    }
    files.put(
        name + "/coordinator.xml",
        """
        <coordinator-app xmlns="uri:oozie:coordinator:0.4" name="%s" frequency="%s"
            start="%s" end="2026-12-31T00:00Z" timezone="UTC">
          <datasets>
        %s%s  </datasets>
          <input-events>
        %s  </input-events>
          <output-events>
            <data-out name="out" dataset="%s"><instance>%s</instance></data-out>
          </output-events>
          <action><workflow>
            <app-path>${nameNode}/apps/%s</app-path>
            <configuration>
              <property><name>in</name><value>%s</value></property>
              <property><name>out</name><value>${coord:dataOut('out')}</value></property>
            </configuration>
          </workflow></action>
        </coordinator-app>
        """
            .formatted(
                name,
                often,
                FROM,
                String.join("", inputs),
                output,
                events,
                name(output),
                NOW,
                name,
                in));
    files.put(name + "/workflow.xml", workflow(name));
  }

  private static String data(String name, String often) {
    return """
            <dataset name="%s" frequency="%s" initial-instance="2026-01-01T00:00Z" timezone="UTC">
              <uri-template>${nameNode}/data/%s/${YEAR}/${MONTH}/${DAY}/${HOUR}</uri-template>
            </dataset>
        """
        .formatted(name, often, name);
  }

  private static String name(String dataset) {
    return dataset.substring(dataset.indexOf('"') + 1, dataset.indexOf("\" frequency"));
  }

  private static String workflow(String name) {
    return """
        <workflow-app xmlns="uri:oozie:workflow:0.5" name="%s">
          <start to="work"/>
          %s
          %s
          <kill name="fail"><message>failed</message></kill>
          <end name="end"/>
        </workflow-app>
        """
        .formatted(
            name,
            job("work", "${in}", "${out}.part", "publish"),
            job("publish", "${out}.part", "${out}", "end"));
  }

  private static String job(String name, String in, String out, String next) {
    return """
        <action name="%s">
            <map-reduce>
              <name-node>${nameNode}</name-node>
              <configuration>
                <property><name>mapred.input.dir</name><value>%s</value></property>
                <property><name>mapred.output.dir</name><value>%s</value></property>
              </configuration>
            </map-reduce>
            <ok to="%s"/><error to="fail"/>
          </action>"""
        .formatted(name, in, out, next);
  }
}
