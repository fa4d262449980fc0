/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.util.List;

/**
 * What an Oozie {@code java} action runs.
 *
 * @param name the action's name
 * @param mainClass a Hadoop tool
 * @param arguments with every variable filled in
 */
record ChainAction(String name, String mainClass, List<String> arguments) {
  ChainAction {
    arguments = List.copyOf(arguments);
  }
}
