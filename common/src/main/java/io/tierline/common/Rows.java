/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Writes the rows of one class of keys, in order. Each kind of value is read in one way, whichever
 * part of Tierline the key is of; a value that makes no sense is refused and never guessed at.
 */
public final class Rows {
  /** Sums of moments and of times that long are still numbers, in nanoseconds too. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final double PERCENT = 100;

  private final String prefix;
  private final List<Setting<?>> rows = new ArrayList<>();

  /**
   * Begins.
   *
   * @param prefix what all keys begin with
   */
  public Rows(String prefix) {
    this.prefix = prefix;
  }

  /** All rows that were written, in order. */
  public List<Setting<?>> all() {
    return List.copyOf(rows);
  }

  /** Hadoop itself takes any word other than true and false for the default. */
  public Draft<Boolean> flag(String name, boolean standard) {
    return draft(name, String.valueOf(standard), Kind.of("true or false", Rows::truth, null));
  }

  /** A whole number; {@code 64k} and the like are understood. */
  public Draft<Integer> integer(String name, String standard) {
    return draft(
        name,
        standard,
        Kind.of("a whole number", text -> Math.toIntExact(Bytes.parse(text)), String::valueOf));
  }

  /** A whole number that may be large; {@code 64k} and the like are understood. */
  public Draft<Long> count(String name, String standard) {
    return draft(name, standard, Kind.of("a whole number", Bytes::parse, String::valueOf));
  }

  /** Bytes; {@code 64k} and the like are understood. */
  public Draft<Long> size(String name, String standard) {
    return draft(name, standard, Kind.of("a size", Bytes::parse, Bytes::format));
  }

  /** Bytes that are a multiple of others. */
  public Draft<Long> sizeInSteps(String name, String standard, long step) {
    return draft(
            name,
            standard,
            Kind.of("a multiple of " + Bytes.format(step), Bytes::parse, Bytes::format))
        .where(bytes -> bytes % step == 0);
  }

  /** A finite number. */
  public Draft<Double> number(String name, String standard) {
    return draft(name, standard, Kind.of("a number", Double::valueOf, Rows::plain))
        .where(Double::isFinite);
  }

  /** A part of a whole, as {@code 0.25} or {@code 25%}. */
  public Draft<Double> share(String name, String standard) {
    return draft(name, standard, Kind.of("a share", Rows::part, Rows::plain))
        .where(Double::isFinite)
        .atLeast(0.0)
        .atMost(1.0);
  }

  /** A time of at least a millisecond; a number without a unit is of milliseconds. */
  public Draft<Duration> duration(String name, String standard) {
    return duration(name, standard, TimeUnit.MILLISECONDS).atLeast(Duration.ofMillis(1));
  }

  /** A time of at least a nanosecond; a number without a unit is of nanoseconds. */
  public Draft<Duration> briefDuration(String name, String standard) {
    return duration(name, standard, TimeUnit.NANOSECONDS).atLeast(Duration.ofNanos(1));
  }

  /** A time, or 0 for no end of it; a number without a unit is of seconds. */
  public Draft<Duration> durationOrNever(String name, String standard) {
    return duration(name, standard, TimeUnit.SECONDS).atLeast(Duration.ZERO);
  }

  private Draft<Duration> duration(String name, String standard, TimeUnit bare) {
    return draft(
            name,
            standard,
            Kind.of("a time", text -> Durations.parse(text, bare), Durations::format))
        .atMost(LONGEST);
  }

  /** One of some words, in capital letters or not. */
  public <E extends Enum<E>> Draft<E> word(String name, E standard) {
    Class<E> type = standard.getDeclaringClass();
    String noun = "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT);
    return draft(
        name,
        standard.name().toLowerCase(Locale.ROOT),
        Kind.of(noun, text -> Enum.valueOf(type, text.strip().toUpperCase(Locale.ROOT)), null));
  }

  /** Texts separated by commas; none is a list too. */
  public Draft<List<String>> list(String name, String standard, String takes) {
    return draft(name, standard, Kind.of(takes, Rows::parts, null));
  }

  /** Addresses of HTTP servers separated by commas. */
  public Draft<List<URI>> addresses(String name, String standard) {
    return draft(
        name,
        standard,
        Kind.of(
            "http://HOST:PORT or https://HOST:PORT, separated by commas",
            text -> parts(text).stream().map(Rows::address).toList(),
            null));
  }

  /**
   * A value of any other kind.
   *
   * @param takes in words
   * @param reader throws an IllegalArgumentException for what it does not take
   */
  public <T> Draft<T> of(String name, String standard, String takes, Function<String, T> reader) {
    return draft(name, standard, Kind.of(takes, reader, null));
  }

  private <T> Draft<T> draft(String name, String standard, Kind<T> kind) {
    return new Draft<>(rows::add, prefix + name, standard, kind);
  }

  private static Boolean truth(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static Double part(String text) {
    String number = text.strip();
    return number.endsWith("%")
        ? Double.parseDouble(number.substring(0, number.length() - 1)) / PERCENT
        : Double.parseDouble(number);
  }

  /** The parts of a list, as Hadoop parts them: a new line is as good as a comma. */
  public static List<String> parts(String text) {
    return Arrays.stream(text.split("[,\n]"))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .distinct()
        .toList();
  }

  /**
   * The address of an HTTP server.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static URI address(String text) {
    URI uri = URI.create(text);
    if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
      throw new IllegalArgumentException(text);
    }
    return uri;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }
}
