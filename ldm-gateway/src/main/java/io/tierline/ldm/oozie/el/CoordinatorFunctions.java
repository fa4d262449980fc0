/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

/** The functions of coordinators; what they mean depends on what is being evaluated. */
final class CoordinatorFunctions {
  private CoordinatorFunctions() {}

  private static Object call(String function, Object... arguments) {
    return Functions.current().coordinator().call(function, arguments);
  }

  @Callable("coord:current")
  static Object current(int count) {
    return call("current", count);
  }

  @Callable("coord:latest")
  static Object latest(int count) {
    return call("latest", count);
  }

  @Callable("coord:hoursInDay")
  static Object hoursInDay(int count) {
    return call("hoursInDay", count);
  }

  @Callable("coord:daysInMonth")
  static Object daysInMonth(int count) {
    return call("daysInMonth", count);
  }

  @Callable("coord:endOfDays")
  static Object endOfDays(int count) {
    return call("endOfDays", count);
  }

  @Callable("coord:endOfWeeks")
  static Object endOfWeeks(int count) {
    return call("endOfWeeks", count);
  }

  @Callable("coord:endOfMonths")
  static Object endOfMonths(int count) {
    return call("endOfMonths", count);
  }

  @Callable("coord:minutes")
  static Object minutes(int count) {
    return call("minutes", count);
  }

  @Callable("coord:hours")
  static Object hours(int count) {
    return call("hours", count);
  }

  @Callable("coord:days")
  static Object days(int count) {
    return call("days", count);
  }

  @Callable("coord:months")
  static Object months(int count) {
    return call("months", count);
  }

  @Callable("coord:future")
  static Object future(int count, int limit) {
    return call("future", count, limit);
  }

  @Callable("coord:offset")
  static Object offset(int count, String unit) {
    return call("offset", count, unit);
  }

  @Callable("coord:absolute")
  static Object absolute(String time) {
    return call("absolute", time);
  }

  @Callable("coord:tzOffset")
  static Object tzOffset() {
    return call("tzOffset");
  }

  @Callable("coord:nominalTime")
  static Object nominalTime() {
    return call("nominalTime");
  }

  @Callable("coord:actualTime")
  static Object actualTime() {
    return call("actualTime");
  }

  @Callable("coord:actionId")
  static Object actionId() {
    return call("actionId");
  }

  @Callable("coord:name")
  static Object name() {
    return call("name");
  }

  @Callable("coord:dateOffset")
  static Object dateOffset(String time, int count, String unit) {
    return call("dateOffset", time, count, unit);
  }

  @Callable("coord:dateTzOffset")
  static Object dateTzOffset(String time, String zone) {
    return call("dateTzOffset", time, zone);
  }

  @Callable("coord:formatTime")
  static Object formatTime(String time, String format) {
    return call("formatTime", time, format);
  }

  @Callable("coord:epochTime")
  static Object epochTime(String time, String millis) {
    return call("epochTime", time, millis);
  }

  @Callable("coord:dataIn")
  static Object dataIn(String event) {
    return call("dataIn", event);
  }

  @Callable("coord:dataOut")
  static Object dataOut(String event) {
    return call("dataOut", event);
  }

  @Callable("coord:databaseIn")
  static Object databaseIn(String event) {
    return call("databaseIn", event);
  }

  @Callable("coord:databaseOut")
  static Object databaseOut(String event) {
    return call("databaseOut", event);
  }

  @Callable("coord:tableIn")
  static Object tableIn(String event) {
    return call("tableIn", event);
  }

  @Callable("coord:tableOut")
  static Object tableOut(String event) {
    return call("tableOut", event);
  }

  @Callable("coord:dataOutPartitions")
  static Object dataOutPartitions(String event) {
    return call("dataOutPartitions", event);
  }

  @Callable("coord:dataInPartitionFilter")
  static Object dataInPartitionFilter(String event, String type) {
    return call("dataInPartitionFilter", event, type);
  }

  @Callable("coord:dataInPartitions")
  static Object dataInPartitions(String event, String type) {
    return call("dataInPartitions", event, type);
  }

  @Callable("coord:dataInPartitionMin")
  static Object dataInPartitionMin(String event, String partition) {
    return call("dataInPartitionMin", event, partition);
  }

  @Callable("coord:dataInPartitionMax")
  static Object dataInPartitionMax(String event, String partition) {
    return call("dataInPartitionMax", event, partition);
  }

  @Callable("coord:dataOutPartitionValue")
  static Object dataOutPartitionValue(String event, String partition) {
    return call("dataOutPartitionValue", event, partition);
  }

  @Callable("coord:user")
  static Object user() {
    return Functions.user();
  }

  @Callable("coord:conf")
  static Object conf(String name) {
    return Functions.conf(name);
  }
}
