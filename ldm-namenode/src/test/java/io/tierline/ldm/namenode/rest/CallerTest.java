/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTest {
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "simple")
  void nameThatNobodyVouchedForIsRefusedOnASecureCluster(String type) {
    assertThatExceptionOfType(HttpError.class)
        .isThrownBy(() -> Caller.requireAuthentic(true, type))
        .withMessageContaining("hadoop.http.authentication.type")
        .satisfies(e -> assertThat(e.status()).isEqualTo(401));
    assertThatCode(() -> Caller.requireAuthentic(false, type)).doesNotThrowAnyException();
  }

  @Test
  void ticketIsBelieved() {
    assertThatCode(() -> Caller.requireAuthentic(true, "kerberos")).doesNotThrowAnyException();
  }
}
