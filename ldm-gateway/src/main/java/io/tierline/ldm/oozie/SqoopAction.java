/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A transfer between a database and the cluster. */
final class SqoopAction implements ActionReader {
  /** What the options that name directories mean. */
  private static final Map<String, Access> DIRECTORIES =
      Map.of(
          "--target-dir", Access.WRITE,
          "--export-dir", Access.READ,
          "--new-data", Access.READ,
          "--onto", Access.READ);

  private static final String WAREHOUSE = "--warehouse-dir";

  @Override
  public void read(ActionScope scope) {
    List<String> words =
        scope
            .body()
            .childText("command")
            .map(command -> Arrays.asList(scope.evaluate(command).strip().split("\\s+")))
            .orElseGet(() -> scope.texts("arg"));
    for (Map.Entry<String, Access> directory : DIRECTORIES.entrySet()) {
      option(words, directory.getKey()).ifPresent(path -> scope.uses(directory.getValue(), path));
    }
    option(words, WAREHOUSE)
        .ifPresent(
            path -> {
              // Each table has a directory of its own below.
              String table = option(words, "--table").map(name -> "/" + name).orElse("");
              scope.uses(Access.WRITE, path + table);
            });
  }

  private static Optional<String> option(List<String> words, String name) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals(name) && i + 1 < words.size()) {
        return Optional.of(unquoted(words.get(i + 1)));
      }
      if (word.startsWith(name + "=")) {
        return Optional.of(unquoted(word.substring(name.length() + 1)));
      }
    }
    return Optional.empty();
  }

  private static String unquoted(String word) {
    boolean quoted =
        word.length() > 1
            && (word.charAt(0) == '"' || word.charAt(0) == '\'')
            && word.charAt(0) == word.charAt(word.length() - 1);
    return quoted ? word.substring(1, word.length() - 1) : word;
  }
}
