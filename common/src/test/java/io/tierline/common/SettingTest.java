/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingTest {
  private enum Order {
    DENSITY,
    QUOTIENT
  }

  private static final Rows ROWS = new Rows("tierline.test.");
  private static final Setting<Boolean> FLAG = ROWS.flag("flag", true).doc("Whether.");
  private static final Setting<Integer> NUMBER =
      ROWS.integer("number", "8").atLeast(1).atMost(100_000).doc("How many.");
  private static final Setting<Long> SIZE =
      ROWS.size("size", "512m").atLeast(1L << 10).reloadable().doc("How\n much.");
  private static final Setting<Duration> TIME =
      ROWS.duration("time", "30s").atMost(Duration.ofDays(1)).doc("How long.");
  private static final Setting<Duration> BRIEF = ROWS.briefDuration("brief", "100us").doc("Brief.");
  private static final Setting<Duration> EVER = ROWS.durationOrNever("ever", "7d").doc("For ever.");
  private static final Setting<Double> SHARE = ROWS.share("share", "0.25").below(1.0).doc("Part.");
  private static final Setting<Double> GAIN = ROWS.number("gain", "0.5").above(0.0).doc("Gain.");
  private static final Setting<Order> ORDER = ROWS.word("order", Order.DENSITY).doc("Which.");
  private static final Setting<List<String>> LIST = ROWS.list("list", "", "names").doc("Who.");
  private static final Setting<List<URI>> WHERE = ROWS.addresses("where", "").doc("Where.");
  private static final Setting<Integer> COMPUTED =
      ROWS.integer("computed", "").follows("twice the number").atLeast(1).doc("Computed.");

  private final Map<String, String> said = new HashMap<>();

  @Test
  void whatNobodySetsIsItsDefault() {
    assertThat(FLAG.read(said::get)).isTrue();
    assertThat(NUMBER.read(said::get)).isEqualTo(8);
    assertThat(SIZE.read(said::get)).isEqualTo(512L << 20);
    assertThat(TIME.read(said::get)).isEqualTo(Duration.ofSeconds(30));
    assertThat(BRIEF.read(said::get)).isEqualTo(Duration.ofNanos(100_000));
    assertThat(EVER.read(said::get)).isEqualTo(Duration.ofDays(7));
    assertThat(SHARE.read(said::get)).isEqualTo(0.25);
    assertThat(GAIN.read(said::get)).isEqualTo(0.5);
    assertThat(ORDER.read(said::get)).isEqualTo(Order.DENSITY);
    assertThat(LIST.read(said::get)).isEmpty();
    assertThat(WHERE.read(said::get)).isEmpty();
    assertThat(COMPUTED.read(said::get, 16)).isEqualTo(16);
    assertThat(COMPUTED.isComputed()).isTrue();
    assertThat(SIZE.doc()).isEqualTo("How much.");
    assertThat(SIZE.isReloadable()).isTrue();
    assertThat(TIME.isReloadable()).isFalse();
  }

  @Test
  void eachKindIsReadInOneWay() {
    assertThat(FLAG.parse(" FALSE ")).isFalse();
    assertThat(NUMBER.parse("64k")).isEqualTo(65_536);
    assertThat(SIZE.parse(" 1G ")).isEqualTo(1L << 30);
    assertThat(TIME.parse("250")).isEqualTo(Duration.ofMillis(250));
    assertThat(BRIEF.parse("250")).isEqualTo(Duration.ofNanos(250));
    assertThat(EVER.parse("0")).isEqualTo(Duration.ZERO);
    assertThat(EVER.parse("90")).isEqualTo(Duration.ofSeconds(90));
    assertThat(SHARE.parse(" 25% ")).isEqualTo(0.25);
    assertThat(GAIN.parse("1e3")).isEqualTo(1000);
    assertThat(ORDER.parse(" Quotient ")).isEqualTo(Order.QUOTIENT);
    assertThat(LIST.parse(" a , b,\n c,,a")).containsExactly("a", "b", "c");
    assertThat(WHERE.parse("http://a:1,https://b")).hasSize(2);
    said.put("tierline.test.computed", "3");
    assertThat(COMPUTED.read(said::get, 16)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "flag, yes, true or false",
    "flag, '', true or false",
    "number, 0, a whole number from 1 to 100000",
    "number, 100001, a whole number from 1 to 100000",
    "number, 3g, a whole number from 1 to 100000",
    "number, '', a whole number from 1 to 100000",
    "size, 1023, a size of at least 1k",
    "size, 64mb, a size of at least 1k",
    "size, 9e, a size of at least 1k",
    "time, 0, a time from 1ms to 1d",
    "time, 10us, a time from 1ms to 1d",
    "time, 25h, a time from 1ms to 1d",
    "time, 9223372036854775807d, a time from 1ms to 1d",
    "brief, 0, a time from 1ns to 36500d",
    "ever, -1s, a time from 0 to 36500d",
    "share, 1, a share from 0 to below 1",
    "share, 100%, a share from 0 to below 1",
    "share, NaN, a share from 0 to below 1",
    "share, -0.1, a share from 0 to below 1",
    "gain, 0, a number above 0",
    "gain, Infinity, a number above 0",
    "order, random, 'one of [density, quotient]'",
    "where, nn:9870, 'http://HOST:PORT or https://HOST:PORT, separated by commas'",
    "computed, 0, a whole number of at least 1",
  })
  void whatMakesNoSenseIsRefusedInOneLine(String name, String value, String expected) {
    String key = "tierline.test." + name;
    said.put(key, value);
    Settings all = new Settings(ROWS.all());
    String line = "%s is '%s', expected %s".formatted(key, value, expected);
    assertThat(all.problems(said::get)).containsExactly(line);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> all.find(key).orElseThrow().read(said::get))
        .withMessage(line);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> all.find(key).orElseThrow().named("another").parse(value))
        .withMessageStartingWith("another is '");
  }

  @Test
  void valueIsHeldAgainstOthers() {
    said.put(SHARE.key(), "0.9");
    assertThat(SHARE.check(said::get, 0.9, share -> share < 1, "less")).isEqualTo(0.9);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SHARE.check(said::get, 0.9, share -> share < 0.5, "less than half"))
        .withMessage("tierline.test.share is '0.9', expected less than half");
  }

  @Test
  void settingsKnowTheirKeysInOrder() {
    Settings all = new Settings(ROWS.all());
    assertThat(all.keys()).startsWith("tierline.test.flag", "tierline.test.number").hasSize(12);
    assertThat(all.rows()).hasSize(12);
    assertThat(all.find("tierline.test.nothing")).isEmpty();
    assertThat(all.value(said::get, TIME.key())).isEqualTo("30s");
    said.put(TIME.key(), " 1h ");
    assertThat(all.value(said::get, TIME.key())).isEqualTo("1h");
    assertThat(all.problems(said::get)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Settings(ROWS.all(), ROWS.all()))
        .withMessage("tierline.test.flag has two rows");
  }

  @Test
  void boundsAreWrittenAsPeopleWriteThem() {
    assertThat(Bytes.format(1000)).isEqualTo("1000");
    assertThat(Bytes.format(0)).isEqualTo("0");
    assertThat(Bytes.format(3L << 40)).isEqualTo("3t");
    assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(Durations.format(Duration.ofHours(48))).isEqualTo("2d");
    Rows rows = new Rows("tierline.test.");
    assertThat(rows.integer("a", "1").atMost(5).doc("A most.").takes())
        .isEqualTo("a whole number of at most 5");
    assertThat(rows.integer("b", "1").below(5).doc("A limit.").takes())
        .isEqualTo("a whole number below 5");
    assertThat(rows.share("c", "1").above(0.0).doc("A share.").takes())
        .isEqualTo("a share above 0 and at most 1");
    assertThat(rows.number("d", "1").above(0.0).below(2.5).doc("A share.").takes())
        .isEqualTo("a number above 0 and below 2.5");
  }
}
