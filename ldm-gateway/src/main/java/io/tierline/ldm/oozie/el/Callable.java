/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Puts a method into the table of functions; nothing else can be called. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Callable {
  /** The name, with its prefix, that an expression uses. */
  String value();
}
