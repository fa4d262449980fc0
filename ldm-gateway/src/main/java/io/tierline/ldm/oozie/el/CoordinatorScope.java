/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

/** Answers the functions of coordinators, {@code coord:…}, while a text of one is evaluated. */
@FunctionalInterface
public interface CoordinatorScope {
  /** No coordinator: a workflow's own texts know none of its functions. */
  CoordinatorScope NONE =
      (function, arguments) -> {
        throw new Unresolved("coord:" + function + "() is known only to a coordinator");
      };

  /**
   * The value of a function.
   *
   * @param function its name without the prefix
   * @param arguments integers and texts, as the function takes them
   * @throws Unresolved when the value is not known before the run
   */
  Object call(String function, Object... arguments);
}
