/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.cli.LineageFile;
import io.tierline.ldm.cli.WhatIfFile;
import io.tierline.ldm.client.LdmClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.BiConsumer;

/** The commands of {@code hdfs ldm}: each a call to the NameNode and a way to print its answer. */
enum AdminCommand {
  @Does("register a lineage document, an array of them, or an Oozie workflow with its properties")
  REGISTER(
      "-register FILE [PROPERTIES]",
      (client, given) -> client.register(LineageFile.readAll(given), false),
      AdminReport::registered),
  @Does("register what -register refused until an administrator confirms it")
  CONFIRM(
      "-confirm FILE [PROPERTIES]",
      (client, given) -> client.register(LineageFile.readAll(given), true),
      AdminReport::registered),
  @Does("list the workflows that you may see")
  LIST("-list", (client, given) -> client.list(), AdminReport::workflows),
  @Does("show a workflow's jobs and datasets")
  SHOW("-show ID", (client, given) -> client.workflow(given.get(0)), AdminReport::workflow),
  @Does("say that a job has ended and reads no more")
  FINISHED(
      "-finished ID JOB",
      (client, given) -> client.finished(given.get(0), given.get(1)),
      (answer, out) -> out.println("finished " + answer.path("finished").asText())),
  @Does("forget a workflow; its blocks are placed by the stock policy again")
  WITHDRAW(
      "-withdraw ID",
      (client, given) -> client.withdraw(given.get(0)),
      (answer, out) -> out.println("withdrawn " + answer.path("withdrawn").asText())),
  @Does("say why the blocks of a path are, or would be, where they are")
  EXPLAIN(
      "-explain PATH", (client, given) -> client.explain(given.get(0)), AdminReport::explanation),
  @Does("list the plans of moves between tiers, newest first")
  PLANS("-plans", (client, given) -> client.plans(), PlanReport::plans),
  @Does("make a plan, which moves nothing; or show one and what has become of its moves")
  PLAN(
      "-plan [ID]",
      (client, given) -> given.isEmpty() ? client.plan() : client.plan(given.get(0)),
      PlanReport::plan),
  @Does("do the moves of a plan")
  APPLY("-apply ID", (client, given) -> client.applyPlan(given.get(0)), PlanReport::summary),
  @Does("start no more moves of a plan; while one is paused no other is made")
  PAUSE("-pause ID", (client, given) -> client.pausePlan(given.get(0)), PlanReport::summary),
  @Does("go on with a plan that was paused")
  RESUME("-resume ID", (client, given) -> client.resumePlan(given.get(0)), PlanReport::summary),
  @Does("move back what a plan has moved")
  UNDO("-undo ID", (client, given) -> client.undoPlan(given.get(0)), PlanReport::summary),
  @Does("say what a plan, or registering a workflow, would move, cost and save; nothing is changed")
  WHAT_IF(
      "-whatIf FILE|PLAN [PROPERTIES]",
      (client, given) -> client.whatIf(WhatIfFile.request(given)),
      WhatIfReport::whatIf),
  @Does("show the storage devices with their ratings, measured or typical")
  DEVICES("-devices", (client, given) -> client.devices(), DeviceReportTable::devices),
  @Does("list where sources of lineage disagree, as far as you may see it")
  CONFLICTS("-conflicts", (client, given) -> client.conflicts(), AdminReport::conflicts),
  @Does("list the Oozie jobs that are followed, and what could not be resolved of them")
  OOZIE("-oozie", (client, given) -> client.oozie(), OozieReport::jobs),
  @Does("tell how many run events wait in the gateway, and which reports the NameNode refused")
  OPENLINEAGE("-openlineage", (client, given) -> client.openLineage(), OpenLineageReport::print),
  @Does("have the NameNode (http://HOST:PORT; else the active one) read its configuration again")
  RECONFIG(
      "-reconfig [NAMENODE]",
      (client, given) -> client.reconfigure(),
      AdminReport::reconfiguration),
  @Does("show what users have registered and spent, and how much they may")
  USAGE(
      "-usage [USER]",
      (client, given) -> client.usage(given.isEmpty() ? null : given.get(0)),
      AdminReport::usage),
  @Does("say what LDM would have done in shadow mode, in which it places and moves nothing")
  SHADOW("-shadow", (client, given) -> client.shadow(), ShadowReport::shadow),
  @Does(
      "withdraw everything, restore storage policies and remove what LDM keeps; says when it is"
          + " done, and goes on without you")
  UNINSTALL("-uninstall", (client, given) -> client.uninstall(), UninstallReport::uninstall),
  @Does(
      "look over the configuration in DIR, or each of several NameNodes', before a start; no"
          + " daemon is asked")
  CHECK("-check [--conf DIR]...", AdminCommand::offline, AdminCommand::unprinted),
  @Does("show tiers, free space, thresholds and switches")
  STATUS("-status", (client, given) -> client.status(), AdminReport::status);

  private static JsonNode offline(LdmClient client, List<String> given) {
    throw new UnsupportedOperationException("no NameNode is asked");
  }

  private static void unprinted(JsonNode answer, PrintWriter out) {
    throw new UnsupportedOperationException("no NameNode has answered");
  }

  /** What the command is for, in its help. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  private @interface Does {
    String value();
  }

  /** Asks the NameNode. */
  @FunctionalInterface
  private interface Call {
    JsonNode with(LdmClient client, List<String> arguments) throws IOException;
  }

  private final String usage;
  private final String option;
  private final List<String> parameters;
  private final Call call;
  private final BiConsumer<JsonNode, PrintWriter> report;

  AdminCommand(String usage, Call call, BiConsumer<JsonNode, PrintWriter> report) {
    // What stands in brackets is one parameter.
    List<String> words = List.of(usage.split(" (?![^\\[]*])"));
    this.usage = usage;
    this.option = words.get(0);
    this.parameters = words.subList(1, words.size());
    this.call = call;
    this.report = report;
  }

  /** The command of that option, or null. */
  static AdminCommand named(String option) {
    for (AdminCommand command : values()) {
      if (command.option.equals(option)) {
        return command;
      }
    }
    return null;
  }

  String usage() {
    return usage;
  }

  String purpose() {
    try {
      return AdminCommand.class.getField(name()).getAnnotation(Does.class).value();
    } catch (NoSuchFieldException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Whether so many arguments may follow it; those in brackets may be left out. */
  boolean takes(int arguments) {
    long needed = parameters.stream().filter(p -> !p.startsWith("[")).count();
    return arguments >= needed && arguments <= parameters.size();
  }

  JsonNode call(LdmClient client, List<String> arguments) throws IOException {
    return call.with(client, arguments);
  }

  void print(JsonNode answer, PrintWriter out) {
    report.accept(answer, out);
  }

  /** Whether it asks the lineage gateway instead of a NameNode. */
  boolean isOfGateway() {
    return this == OOZIE || this == OPENLINEAGE;
  }
}
