/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;

/**
 * What holds for every record of amounts by the hour.
 *
 * @param attribute the name of its attribute
 * @param rest the fields of one after the version, up to the last list of hours
 * @param mostHours as many may be in a list
 */
record HourlyRecords<R>(String attribute, String rest, int mostHours, Decoder<R> decoder) {
  /** Reads a record. */
  interface Decoder<R> {
    R decode(Map<String, byte[]> attributes, FormatVersion format)
        throws DamagedStateException, NewerStateException;
  }

  /** Reads JSON with apostrophes for quotation marks. */
  R decode(String json) throws Exception {
    byte[] value = json.replace('\'', '"').getBytes(UTF_8);
    return decoder.decode(Map.of(attribute, value), FormatVersion.CURRENT);
  }

  void assertReadAsWritten(R given, Map<String, byte[]> written) throws Exception {
    assertThat(decoder.decode(written, FormatVersion.CURRENT))
        .usingRecursiveComparison()
        .isEqualTo(given);
  }

  void assertDamaged(String json) {
    assertThatExceptionOfType(DamagedStateException.class).isThrownBy(() -> decode(json));
  }

  void assertThatTooManyHoursAreDamage() {
    assertDamaged("{'version':'1.1'," + rest + "0,".repeat(mostHours) + "0]}");
  }

  /** What a later minor version has written, with a field that is not known here. */
  R ofLaterMinorForm() throws Exception {
    return decode("{'version':'1.9'," + rest + "3],'media':'TLC'}");
  }

  void assertThatALaterMajorFormIsRefused() {
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(() -> decode("{'version':'2.0'," + rest + "3],'media':'TLC'}"));
  }
}
