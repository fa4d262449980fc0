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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcePathTest {
  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"/", "/v1", "/v1/", "/v2/workflows", "//v1/workflows"})
  void nothingIsServedThere(String pathInfo) {
    assertThat(ResourcePath.of(pathInfo).kind()).isEmpty();
    assertThat(ResourcePath.of(pathInfo).named()).isEmpty();
  }

  @Test
  void kindComesBeforeWhatItNames() {
    assertThat(ResourcePath.of("/v1/workflows").kind()).isEqualTo("workflows");
    assertThat(ResourcePath.of("/v1/workflows").named()).containsExactly("workflows");
    assertThat(ResourcePath.of("/v1/workflows/").named()).containsExactly("workflows");
    assertThat(ResourcePath.of("/v1/workflows/a").named()).containsExactly("workflows", "a");
    assertThat(ResourcePath.of("/v1/workflows/a/other/b/c").named())
        .containsExactly("workflows", "a", "other", "b", "c");
  }

  @Test
  void jobOfASubWorkflowKeepsItsSlashes() {
    assertThat(ResourcePath.of("/v1/workflows/a/finished/parent/child").named())
        .containsExactly("workflows", "a", "finished", "parent/child");
    assertThat(ResourcePath.of("/v1/workflows/a/finished/p//c/").named())
        .containsExactly("workflows", "a", "finished", "p//c/");
    assertThat(ResourcePath.of("/v1/workflows/a/finished/b").named())
        .containsExactly("workflows", "a", "finished", "b");
  }
}
