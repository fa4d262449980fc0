/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives each property a seed of its own that is the same in every run, so that a run says of the
 * code alone whether it is right. {@code -Dtierline.seed=N} draws other ones, by which {@code
 * ./tierline test --extended} looks for what nobody has thought of.
 */
public final class RunSeed implements AroundPropertyHook {
  /** The system property that draws other seeds. */
  public static final String PROPERTY = "tierline.seed";

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (context.attributes().seed().isEmpty()) {
      String name = context.containerClass().getName() + "." + context.targetMethod().getName();
      context.attributes().setSeed(Long.toString(Long.getLong(PROPERTY, 1) * 31 + name.hashCode()));
    }
    return property.execute();
  }
}
