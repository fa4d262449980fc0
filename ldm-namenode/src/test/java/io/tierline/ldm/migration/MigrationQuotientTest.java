/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static io.tierline.ldm.migration.Cases.uses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.rating.LineageQuotient;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MigrationQuotientTest {
  @Test
  void followsTheFormula() {
    assertThat(MigrationQuotient.of(uses(), 60)).isZero();
    assertThat(MigrationQuotient.of(uses(0), 60)).isEqualTo(1);
    assertThat(MigrationQuotient.of(uses(60), 60)).isEqualTo(0.5);
    assertThat(MigrationQuotient.of(uses(0, 60, 180), 60)).isEqualTo(1.75);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> MigrationQuotient.of(uses(), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> MigrationQuotient.of(uses(-1), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MigrationQuotient.of(uses(Double.NaN), 1));
  }

  @Property
  void nearerUsesClaimMore(
      @ForAll @Size(min = 1, max = 8) List<@DoubleRange(min = 0, max = 1e6) Double> far,
      @ForAll @DoubleRange(min = 0.1, max = 1e5) double tau) {
    double[] seconds = far.stream().mapToDouble(Double::doubleValue).toArray();
    double[] nearer = seconds.clone();
    for (int i = 0; i < nearer.length; i++) {
      nearer[i] /= 2;
    }
    assertThat(MigrationQuotient.of(nearer, tau))
        .isGreaterThanOrEqualTo(MigrationQuotient.of(seconds, tau));
    assertThat(MigrationQuotient.of(seconds, tau)).isLessThanOrEqualTo(seconds.length);
  }

  @Property
  void timesTwiceAsLongOverTwiceTheTauAreTheSame(
      @ForAll @DoubleRange(min = 0, max = 1e6) double seconds,
      @ForAll @DoubleRange(min = 0.1, max = 1e5) double tau) {
    assertThat(MigrationQuotient.of(uses(2 * seconds), 2 * tau))
        .isCloseTo(MigrationQuotient.of(uses(seconds), tau), within(1e-12));
  }

  @Property
  void usesThatAreDueAskOfATierWhatPlacementAsks(@ForAll @IntRange(min = 0, max = 50) int uses) {
    assertThat(MigrationQuotient.admission(MigrationQuotient.of(new double[uses], 1)))
        .isCloseTo(LineageQuotient.of(uses, 0), within(1e-12));
  }
}
