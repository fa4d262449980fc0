/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.isA;
import static org.mockito.ArgumentMatchers.isNull;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.state.FormatVersion;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.http.HttpServer2;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.InOrder;

@Timeout(60)
class LdmRuntimeTest {
  private final Configuration conf = new Configuration(false);
  private final NameNode nameNode = mock(NameNode.class, RETURNS_DEEP_STUBS);
  private final HttpServer2 http = mock(HttpServer2.class);
  private final HostGuard guard = new HostGuard("LDM");
  private final Givens givens =
      new Givens(PlacementPlanner::plan, FormatVersion.CURRENT, "3.4.2", () -> conf);

  @BeforeEach
  void nameNodeIsThere() {
    when(nameNode.getConf()).thenReturn(conf);
    when(nameNode.getHttpServer()).thenReturn(http);
    when(nameNode.getNameNodeAddress()).thenReturn(new InetSocketAddress("localhost", 8020));
    when(nameNode.getHttpAddress()).thenReturn(null);
    when(nameNode.getHttpsAddress()).thenReturn(null);
  }

  @Test
  void whatIsServedIsTakenDownAgain() {
    try (LdmRuntime runtime = LdmRuntime.open(nameNode, guard, givens)) {
      assertThat(runtime.advisor().hostGuard()).isSameAs(guard);
      runtime.serve();
    }
    InOrder order = inOrder(http);
    order.verify(http).setAttribute(eq(LdmServlet.PARTS_ATTRIBUTE), isA(RestParts.class));
    order.verify(http).setAttribute(eq(LdmServlet.PARTS_ATTRIBUTE), isNull());
  }

  @Test
  void itIsOpenedAgainAfterAConfigurationThatMakesNoSense() {
    conf.set(PlacementKeys.ENABLED.key(), "perhaps");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LdmRuntime.open(nameNode, guard, givens))
        .withMessageContaining(PlacementKeys.ENABLED.key());
    conf.unset(PlacementKeys.ENABLED.key());
    LdmRuntime.open(nameNode, guard, givens).close();
  }
}
