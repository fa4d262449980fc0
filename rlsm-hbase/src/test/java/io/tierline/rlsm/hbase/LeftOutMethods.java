/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out the methods of HBase's own test classes that {@code left-out.txt} names. JUnit's
 * launcher finds it as a service, in the run of those classes only.
 */
public final class LeftOutMethods implements PostDiscoveryFilter {
  private final Set<String> leftOut;

  /** Reads the list; for JUnit's launcher. */
  public LeftOutMethods() {
    leftOut = HBaseTestLists.leftOut().keySet();
  }

  @Override
  public FilterResult apply(TestDescriptor test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource method
        && leftOut.contains(method.getClassName() + '#' + plain(method.getMethodName()))) {
      return FilterResult.excluded("in left-out.txt");
    }
    return FilterResult.included("not in left-out.txt");
  }

  /** A parameterized test's method carries its parameters: {@code name[1: GZ]}. */
  private static String plain(String method) {
    int bracket = method.indexOf('[');
    return bracket < 0 ? method : method.substring(0, bracket);
  }
}
