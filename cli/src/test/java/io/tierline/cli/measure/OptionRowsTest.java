/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.cli.Arguments;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class OptionRowsTest {
  private enum Colour {
    RED,
    BLUE;

    static Colour of(String name) {
      try {
        return valueOf(name.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("'" + name + "' is no colour", e);
      }
    }
  }

  @Command(name = "paint", sortOptions = false)
  private static final class Paint implements Runnable {
    @Mixin private final Arguments given = new Arguments();

    private final Choice<Colour> colours =
        Choice.of("--colour", "red,blue", Colour::of, "Of red, blue (default: ${DEFAULT-VALUE}).");

    @Mixin private final CommandSpec ofColours = Choice.mixin(colours);

    private final Amount coats = Amount.whole("--coats N", 2, 1, 9, "How often");
    private final Amount litres =
        Amount.number("--litres X", 5, 0.5, 10, "Paint (default: ${DEFAULT-VALUE}), in all.");

    @Mixin private final CommandSpec ofAmounts = Amount.mixin(coats, litres);

    @Override
    public void run() {
      Amount.check(given, coats, litres);
      colours.chosen(given);
    }
  }

  private static Paint paint(String... arguments) {
    Paint paint = new Paint();
    new CommandLine(paint).parseArgs(arguments);
    paint.run();
    return paint;
  }

  @Test
  void rowsHaveWhatTheUserGives() {
    Paint paint = paint("--coats=3", "--litres", "0.5", "--colour", "blue,blue");
    assertThat(paint.coats.count()).isEqualTo(3);
    assertThat(paint.litres.number()).isEqualTo(0.5);
    assertThat(paint.colours.names()).containsExactly("blue", "blue");
    assertThat(paint.colours.chosen(paint.given)).containsExactly(Colour.BLUE);
  }

  @Test
  void rowsHaveWhatIsUsualWhereTheUserSaysNothing() {
    for (Paint paint : new Paint[] {new Paint(), paint()}) {
      assertThat(paint.coats.whole()).isEqualTo(2);
      assertThat(paint.litres.number()).isEqualTo(5);
      assertThat(paint.colours.names()).containsExactly("red", "blue");
    }
  }

  @Test
  void whatIsOutOfBoundsOrStandsForNothingIsRefused() {
    assertThatThrownBy(() -> paint("--coats=10"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--coats is 10: give a number from 1 to 9");
    assertThatThrownBy(() -> paint("--litres=0.4")).hasMessageContaining("from 0.5 to 10");
    assertThatThrownBy(() -> paint("--coats=many")).hasMessageContaining("'--coats'");
    assertThatThrownBy(() -> paint("--colour=green"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("'green' is no colour");
  }

  @Test
  void helpNamesEachOnceInTheirOrderWithTheUsual() {
    String help = new CommandLine(new Paint()).getUsageMessage().replaceAll("\\s+", " ");
    assertThat(help)
        .containsSubsequence(
            "--colour=NAME[,NAME...] Of red, blue (default: red,blue).",
            "--coats=N How often (default: 2).",
            "--litres=X Paint (default: 5), in all.");
  }
}
