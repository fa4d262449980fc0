/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class ActionBudgetTest {
  private final ActionBudget budget = new ActionBudget();

  @Test
  void whatDoesNotFitTakesNothing() {
    budget.takeInstances(InstanceReference.INSTANCES_MAX - 1L);
    assertThatExceptionOfType(TooManyInstancesException.class)
        .isThrownBy(() -> budget.takeInstances(2));
    budget.takeInstances(1);
    assertThat(budget.takeCharacters(ActionBudget.CHARACTERS_MAX - 1)).isTrue();
    assertThat(budget.takeCharacters(2)).isFalse();
    assertThat(budget.takeCharacters(1)).isTrue();
  }

  @Test
  void nextActionHasAllOfItButForWhatIsRememberedForGood() {
    int half = InstanceReference.INSTANCES_MAX; // of what is remembered
    for (int action = 0; action < 3; action++) {
      budget.renew();
      budget.takeInstances(InstanceReference.INSTANCES_MAX);
      assertThat(budget.takeCharacters(ActionBudget.CHARACTERS_MAX)).isTrue();
      assertThat(budget.takeReferences(half)).isEqualTo(action < 2);
    }
  }
}
