/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.bid.volume.ServiceClass;
import org.junit.jupiter.api.Test;

/** By the names that threads of Hadoop 3.4.2 have. */
class TransfersTest {
  @Test
  void clientsAreForegroundAndAllElseIsNot() {
    assertThat(
            Transfers.classOf(
                "DataXceiver for client DFSClient_attempt_1_0001_m_000000_0_-12_1 at /10.0.0.1:5"
                    + " [Sending block BP-1:blk_2_3]"))
        .isEqualTo(ServiceClass.FOREGROUND);
    for (String other :
        new String[] {
          "DataXceiver for client  at /10.0.0.1:5 [Copying block BP-1:blk_2_3]",
          "org.apache.hadoop.hdfs.server.datanode.DataNode$DataTransfer@1",
          "VolumeScannerThread(/data/1)"
        }) {
      assertThat(Transfers.classOf(other)).as(other).isEqualTo(ServiceClass.BALANCER);
    }
  }

  @Test
  void noTwoTransfersAreOneStream() {
    assertThat(Transfers.nextStream()).isNotEqualTo(Transfers.nextStream());
  }
}
