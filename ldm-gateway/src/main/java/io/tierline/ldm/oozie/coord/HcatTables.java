/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.el.Unresolved;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Data events that are partitions of tables: {@code hcat://server/database/table/key=value;…}. */
final class HcatTables {
  private static final String SCHEME = "hcat://";

  private final List<String[]> names = new ArrayList<>();
  private final List<Map<String, String>> partitions = new ArrayList<>();

  HcatTables(List<String> uris) {
    for (String uri : uris) {
      String[] parts = uri.startsWith(SCHEME) ? uri.substring(SCHEME.length()).split("/") : null;
      if (parts == null || parts.length < 4) {
        throw new Unresolved("'" + uri + "' is not a partition of a table");
      }
      names.add(parts);
      Map<String, String> keys = new LinkedHashMap<>();
      for (String pair : parts[3].split(";")) {
        int equals = pair.indexOf('=');
        keys.put(equals < 0 ? pair : pair.substring(0, equals), pair.substring(equals + 1));
      }
      partitions.add(keys);
    }
    if (uris.isEmpty()) {
      throw new Unresolved("the data event has no instance");
    }
  }

  Object call(String function, String argument) {
    return switch (function) {
      case "databaseIn", "databaseOut" -> names.get(0)[1];
      case "tableIn", "tableOut" -> names.get(0)[2];
      case "dataInPartitionFilter" -> filter(argument);
      case "dataInPartitions", "dataOutPartitions" -> list();
      case "dataInPartitionMin" -> values(argument).stream().min(String::compareTo).orElseThrow();
      case "dataInPartitionMax" -> values(argument).stream().max(String::compareTo).orElseThrow();
      case "dataOutPartitionValue" -> values(argument).get(0);
      default -> throw new Unresolved("coord:" + function + "() is known only when it runs");
    };
  }

  private String filter(String type) {
    String equals = type.strip().equals("java") ? "=" : "==";
    return partitions.stream()
        .map(
            keys ->
                keys.entrySet().stream()
                    .map(key -> key.getKey() + equals + "'" + key.getValue() + "'")
                    .collect(Collectors.joining(" AND ", "(", ")")))
        .collect(Collectors.joining(" OR "));
  }

  private String list() {
    return partitions.get(0).entrySet().stream()
        .map(key -> key.getKey() + "='" + key.getValue() + "'")
        .collect(Collectors.joining(","));
  }

  private List<String> values(String key) {
    List<String> values = new ArrayList<>();
    for (Map<String, String> keys : partitions) {
      if (!keys.containsKey(key)) {
        throw new Unresolved("the table has no partition key '" + key + "'");
      }
      values.add(keys.get(key));
    }
    return values;
  }
}
