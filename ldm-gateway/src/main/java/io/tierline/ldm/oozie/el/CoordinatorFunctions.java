/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

/**
 * The functions of coordinators, each under its own name behind {@link #PREFIX}; what they mean
 * depends on what is being evaluated.
 */
final class CoordinatorFunctions {
  static final String PREFIX = "coord:";

  private CoordinatorFunctions() {}

  private static Object call(String function, Object... arguments) {
    return Functions.current().coordinator().call(function, arguments);
  }

  // Instances of datasets.

  static Object current(int count) {
    return call("current", count);
  }

  static Object latest(int count) {
    return call("latest", count);
  }

  static Object future(int count, int limit) {
    return call("future", count, limit);
  }

  static Object offset(int count, String unit) {
    return call("offset", count, unit);
  }

  static Object absolute(String time) {
    return call("absolute", time);
  }

  // The coordinator.

  static Object name() {
    return call("name");
  }

  static Object user() {
    return Functions.user();
  }

  static Object conf(String name) {
    return Functions.conf(name);
  }

  // Lengths of time.

  static Object minutes(int count) {
    return call("minutes", count);
  }

  static Object hours(int count) {
    return call("hours", count);
  }

  static Object days(int count) {
    return call("days", count);
  }

  static Object months(int count) {
    return call("months", count);
  }

  static Object hoursInDay(int count) {
    return call("hoursInDay", count);
  }

  static Object daysInMonth(int count) {
    return call("daysInMonth", count);
  }

  static Object endOfDays(int count) {
    return call("endOfDays", count);
  }

  static Object endOfWeeks(int count) {
    return call("endOfWeeks", count);
  }

  static Object endOfMonths(int count) {
    return call("endOfMonths", count);
  }

  // Points in time.

  static Object dateOffset(String time, int count, String unit) {
    return call("dateOffset", time, count, unit);
  }

  static Object dateTzOffset(String time, String zone) {
    return call("dateTzOffset", time, zone);
  }

  static Object formatTime(String time, String format) {
    return call("formatTime", time, format);
  }

  static Object epochTime(String time, String millis) {
    return call("epochTime", time, millis);
  }

  // The action.

  static Object actionId() {
    return call("actionId");
  }

  static Object nominalTime() {
    return call("nominalTime");
  }

  static Object actualTime() {
    return call("actualTime");
  }

  static Object tzOffset() {
    return call("tzOffset");
  }

  // What it reads and writes.

  static Object dataIn(String event) {
    return call("dataIn", event);
  }

  static Object dataOut(String event) {
    return call("dataOut", event);
  }

  static Object dataInPartitions(String event, String type) {
    return call("dataInPartitions", event, type);
  }

  static Object dataOutPartitions(String event) {
    return call("dataOutPartitions", event);
  }

  static Object dataInPartitionFilter(String event, String type) {
    return call("dataInPartitionFilter", event, type);
  }

  static Object dataInPartitionMin(String event, String partition) {
    return call("dataInPartitionMin", event, partition);
  }

  static Object dataInPartitionMax(String event, String partition) {
    return call("dataInPartitionMax", event, partition);
  }

  static Object dataOutPartitionValue(String event, String partition) {
    return call("dataOutPartitionValue", event, partition);
  }

  static Object databaseIn(String event) {
    return call("databaseIn", event);
  }

  static Object databaseOut(String event) {
    return call("databaseOut", event);
  }

  static Object tableIn(String event) {
    return call("tableIn", event);
  }

  static Object tableOut(String event) {
    return call("tableOut", event);
  }
}
