/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.gateway.config.GatewayKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The unit may write nothing but what systemd makes for it, which is then there. */
class SystemdUnitTest {
  private static List<String> lines() throws Exception {
    return Files.readAllLines(Path.of("../conf/tierline-gateway.service"));
  }

  private static String value(String key) throws Exception {
    return lines().stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatTheGatewayWritesLiesInWhatItMayWrite() throws Exception {
    assertThat(value("ProtectSystem")).isEqualTo("strict");
    assertThat(value("Environment=HADOOP_LOG_DIR")).isEqualTo("/var/log/" + value("LogsDirectory"));
    assertThat(GatewayKeys.DIRECTORY.standard()).isEqualTo("/var/lib/" + value("StateDirectory"));
    // A unit does not start where a path of this kind does not exist.
    assertThat(lines()).noneMatch(line -> line.startsWith("ReadWritePaths="));
  }

  @Test
  void whatItKeepsIsForNobodyElse() throws Exception {
    assertThat(value("StateDirectoryMode")).isEqualTo("0700");
    assertThat(value("UMask")).isEqualTo("0077");
  }
}
