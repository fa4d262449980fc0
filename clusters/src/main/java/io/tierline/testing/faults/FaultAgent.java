/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.faults;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes methods throw while a file with the method's name is there, which holds the name of the
 * error's class; one byte is written for each throw. See {@link Faults}, which puts files there.
 *
 * <p>No channel is used: one that an interrupted thread reads closes itself.
 */
public final class FaultAgent {
  static final String POINTS = "points";
  static final String MEND = "mend";
  static final String THROWN = ".thrown";

  private static final String GUARD = "io.tierline.ldm.guard.HostGuard";

  private static volatile File directory;

  private FaultAgent() {}

  /** Called by the JVM before the daemon's main method. */
  public static void premain(String faults, Instrumentation instrumentation) {
    directory = new File(faults);
    AgentBuilder agent = new AgentBuilder.Default().disableClassFormatChanges();
    for (Map.Entry<String, List<String>> of : methodsByClass().entrySet()) {
      String[] methods = of.getValue().toArray(new String[0]);
      agent =
          agent
              .type(ElementMatchers.named(of.getKey()))
              .transform(
                  (builder, type, loader, module, domain) ->
                      builder.visit(
                          Advice.to(ThrowingAdvice.class).on(ElementMatchers.namedOneOf(methods))));
    }
    agent
        .type(ElementMatchers.named(GUARD))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(MendingAdvice.class).on(ElementMatchers.named("isOff"))))
        .installOn(instrumentation);
  }

  private static Map<String, List<String>> methodsByClass() {
    return Arrays.stream(read(new File(directory, POINTS)).split("\n"))
        .collect(
            Collectors.groupingBy(
                point -> point.substring(0, point.lastIndexOf('.')),
                Collectors.mapping(
                    point -> point.substring(point.lastIndexOf('.') + 1), Collectors.toList())));
  }

  /** Throws what is armed there. */
  public static void at(String point) {
    File armed = new File(directory, point);
    if (!armed.exists()) {
      return;
    }
    Throwable fault;
    try {
      fault =
          (Throwable)
              Class.forName(read(armed)).getConstructor(String.class).newInstance("injected");
      try (FileOutputStream thrown =
          new FileOutputStream(new File(directory, point + THROWN), true)) {
        thrown.write('x');
      }
    } catch (ReflectiveOperationException | IOException | UncheckedIOException e) {
      // Disarmed meanwhile.
      return;
    }
    FaultAgent.<RuntimeException>raise(fault);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable fault) throws T {
    throw (T) fault;
  }

  /** Whether what is off is to go on; says so once. */
  public static boolean isMended() {
    return new File(directory, MEND).delete();
  }

  private static String read(File file) {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
