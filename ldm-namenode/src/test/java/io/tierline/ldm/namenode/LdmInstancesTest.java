/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageRegistry;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LdmInstancesTest {
  private final LdmMetrics metrics = LdmMetrics.create();
  private final NetworkTopology one = new NetworkTopology();
  private final NetworkTopology other = new NetworkTopology();
  private final PlacementAdvisor advisor = Advisors.advisor(new LineageRegistry(1), metrics);
  private final LdmInstances.Link link = new LdmInstances.Link();

  @AfterEach
  void detach() {
    LdmInstances.detach(one);
    LdmInstances.detach(other);
    metrics.close();
  }

  @Test
  void advisorIsFoundWhileItIsAttached() {
    assertThat(link.get(one)).isNull();
    LdmInstances.attach(one, advisor);
    assertThat(link.get(one)).isSameAs(advisor);
    assertThat(link.get(one)).isSameAs(advisor);
    LdmInstances.detach(one);
    assertThat(link.get(one)).isNull();
  }

  @Test
  void otherNameNodesHaveTheirOwn() {
    LdmInstances.attach(one, advisor);
    assertThat(link.get(other)).isNull();
    PlacementAdvisor second = Advisors.advisor(new LineageRegistry(1), metrics);
    LdmInstances.attach(other, second);
    assertThat(link.get(other)).isSameAs(second);
    assertThat(new LdmInstances.Link().get(one)).isSameAs(advisor);
  }

  @Test
  void lookUpBeforeThereIsATopologyFindsNothing() {
    LdmInstances.attach(one, advisor);
    assertThat(link.get(null)).isNull();
    assertThat(link.get(one)).isSameAs(advisor);
  }
}
