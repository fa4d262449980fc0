/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineageQuotientTest {
  @ParameterizedTest
  @CsvSource({"0, 0, 0", "1, 0, 0.5", "3, 0, 0.75", "1, 1, 0.25", "3, 2, 0.25", "0, 5, 0"})
  void followsItsFormula(int reusability, int slack, double quotient) {
    assertThat(LineageQuotient.of(reusability, slack)).isEqualTo(quotient);
  }

  @Test
  void negativeFiguresAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> LineageQuotient.of(-1, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LineageQuotient.of(0, -1))
        .withMessage("reusability and slack are at least 0: 0, -1");
  }
}
