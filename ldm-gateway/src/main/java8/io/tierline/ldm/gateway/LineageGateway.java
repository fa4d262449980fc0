/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import io.tierline.java8.NeedsJava17;

/** On a Java that is too old: {@code hdfs lineagegateway}, which says so. */
public final class LineageGateway {
  private LineageGateway() {}

  /** Says what is missing and ends the process. */
  public static void main(String[] arguments) {
    System.err.println("lineagegateway: " + NeedsJava17.line());
    System.exit(1);
  }
}
