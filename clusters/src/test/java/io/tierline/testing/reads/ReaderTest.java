/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.reads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReaderTest {
  @Test
  void mapTaskIsKnownByItsAttempt() {
    assertThat(
            Reader.ofThread(
                "DataXceiver for client DFSClient_attempt_1795209498666_0001_m_000001_0_-33_1"
                    + " at /127.0.0.1:38310 [Sending block BP-1:blk_1073741825_1001]"))
        .isEqualTo(new Reader(Reader.Kind.MAP, "job_1795209498666_0001"));
  }

  @Test
  void reduceTaskIsKnownByItsAttempt() {
    assertThat(
            Reader.ofThread(
                    "DataXceiver for client DFSClient_attempt_1_0012_r_000000_1_9_1 at /127.0.0.1:1 []")
                .kind())
        .isEqualTo(Reader.Kind.REDUCE);
  }

  @Test
  void otherClientIsNoTask() {
    assertThat(
            Reader.ofThread(
                "DataXceiver for client DFSClient_NONMAPREDUCE_-5_1 at /127.0.0.1:38310 [x]"))
        .isEqualTo(new Reader(Reader.Kind.CLIENT, ""));
  }

  @Test
  void threadWithoutClientIsTheDataNodeItself() {
    assertThat(Reader.ofThread("VolumeScannerThread(/data)").kind())
        .isEqualTo(Reader.Kind.BACKGROUND);
  }
}
