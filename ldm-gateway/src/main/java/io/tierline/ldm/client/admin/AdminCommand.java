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
import java.util.List;
import java.util.function.BiConsumer;

/** The commands of {@code hdfs ldm}: each a call to the NameNode and a way to print its answer. */
enum AdminCommand {
  REGISTER(
      "-register",
      List.of("FILE", "[PROPERTIES]"),
      "register a lineage document, an array of them, or an Oozie workflow with its properties",
      (client, given) -> client.register(LineageFile.readAll(given), false),
      AdminReport::registered),
  CONFIRM(
      "-confirm",
      List.of("FILE", "[PROPERTIES]"),
      "register what -register refused until an administrator confirms it",
      (client, given) -> client.register(LineageFile.readAll(given), true),
      AdminReport::registered),
  LIST(
      "-list",
      List.of(),
      "list the workflows that you may see",
      (client, given) -> client.list(),
      AdminReport::workflows),
  SHOW(
      "-show",
      List.of("ID"),
      "show a workflow's jobs and datasets",
      (client, given) -> client.workflow(given.get(0)),
      AdminReport::workflow),
  FINISHED(
      "-finished",
      List.of("ID", "JOB"),
      "say that a job has ended and reads no more",
      (client, given) -> client.finished(given.get(0), given.get(1)),
      (answer, out) -> out.println("finished " + answer.path("finished").asText())),
  WITHDRAW(
      "-withdraw",
      List.of("ID"),
      "forget a workflow; its blocks are placed by the stock policy again",
      (client, given) -> client.withdraw(given.get(0)),
      (answer, out) -> out.println("withdrawn " + answer.path("withdrawn").asText())),
  EXPLAIN(
      "-explain",
      List.of("PATH"),
      "say why the blocks of a path are, or would be, where they are",
      (client, given) -> client.explain(given.get(0)),
      AdminReport::explanation),
  PLANS(
      "-plans",
      List.of(),
      "list the plans of moves between tiers, newest first",
      (client, given) -> client.plans(),
      PlanReport::plans),
  PLAN(
      "-plan",
      List.of("[ID]"),
      "make a plan, which moves nothing; or show one and what has become of its moves",
      (client, given) -> given.isEmpty() ? client.plan() : client.plan(given.get(0)),
      PlanReport::plan),
  APPLY(
      "-apply",
      List.of("ID"),
      "do the moves of a plan",
      (client, given) -> client.applyPlan(given.get(0)),
      PlanReport::summary),
  PAUSE(
      "-pause",
      List.of("ID"),
      "start no more moves of a plan; while one is paused no other is made",
      (client, given) -> client.pausePlan(given.get(0)),
      PlanReport::summary),
  RESUME(
      "-resume",
      List.of("ID"),
      "go on with a plan that was paused",
      (client, given) -> client.resumePlan(given.get(0)),
      PlanReport::summary),
  UNDO(
      "-undo",
      List.of("ID"),
      "move back what a plan has moved",
      (client, given) -> client.undoPlan(given.get(0)),
      PlanReport::summary),
  WHAT_IF(
      "-whatIf",
      List.of("FILE|PLAN", "[PROPERTIES]"),
      "say what a plan, or registering a workflow, would move, cost and save; nothing is changed",
      (client, given) -> client.whatIf(WhatIfFile.request(given)),
      WhatIfReport::whatIf),
  DEVICES(
      "-devices",
      List.of(),
      "show the storage devices with their ratings, measured or typical",
      (client, given) -> client.devices(),
      DeviceReportTable::devices),
  CONFLICTS(
      "-conflicts",
      List.of(),
      "list where sources of lineage disagree, as far as you may see it",
      (client, given) -> client.conflicts(),
      AdminReport::conflicts),
  OOZIE(
      "-oozie",
      List.of(),
      "list the Oozie jobs that are followed, and what could not be resolved of them",
      (client, given) -> client.oozie(),
      OozieReport::jobs),
  OPENLINEAGE(
      "-openlineage",
      List.of(),
      "tell how many run events wait in the gateway, and which reports the NameNode refused",
      (client, given) -> client.openLineage(),
      OpenLineageReport::print),
  RECONFIG(
      "-reconfig",
      List.of("[NAMENODE]"),
      "have the NameNode (http://HOST:PORT; else the active one) read its configuration again",
      (client, given) -> client.reconfigure(),
      AdminReport::reconfiguration),
  USAGE(
      "-usage",
      List.of("[USER]"),
      "show what users have registered and spent, and how much they may",
      (client, given) -> client.usage(given.isEmpty() ? null : given.get(0)),
      AdminReport::usage),
  SHADOW(
      "-shadow",
      List.of(),
      "say what LDM would have done in shadow mode, in which it places and moves nothing",
      (client, given) -> client.shadow(),
      ShadowReport::shadow),
  UNINSTALL(
      "-uninstall",
      List.of(),
      "withdraw everything, restore storage policies and remove what LDM keeps; says when it is"
          + " done, and goes on without you",
      (client, given) -> client.uninstall(),
      UninstallReport::uninstall),
  CHECK(
      "-check",
      List.of("[--conf DIR]..."),
      "look over the configuration in DIR, or each of several NameNodes', before a start; no"
          + " daemon is asked",
      AdminCommand::offline,
      AdminCommand::unprinted),
  STATUS(
      "-status",
      List.of(),
      "show tiers, free space, thresholds and switches",
      (client, given) -> client.status(),
      AdminReport::status);

  private static JsonNode offline(LdmClient client, List<String> given) {
    throw new UnsupportedOperationException("no NameNode is asked");
  }

  private static void unprinted(JsonNode answer, PrintWriter out) {
    throw new UnsupportedOperationException("no NameNode has answered");
  }

  /** Asks the NameNode. */
  @FunctionalInterface
  private interface Call {
    JsonNode with(LdmClient client, List<String> arguments) throws IOException;
  }

  private final String option;
  private final List<String> parameters;
  private final String purpose;
  private final Call call;
  private final BiConsumer<JsonNode, PrintWriter> report;

  AdminCommand(
      String option,
      List<String> parameters,
      String purpose,
      Call call,
      BiConsumer<JsonNode, PrintWriter> report) {
    this.option = option;
    this.parameters = parameters;
    this.purpose = purpose;
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
    return (option + ' ' + String.join(" ", parameters)).trim();
  }

  String purpose() {
    return purpose;
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
