/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a volume is opened with. Made by {@link #of}; each method returns others. */
public final class VolumeOptions {
  /** Who moves the data. */
  public enum Engine {
    /** {@code io_uring}; where that is forbidden, threads; without the library, Java. */
    ANY,
    /** The kernel's rings. */
    IO_URING,
    /** Threads that read and write. */
    THREADS,
    /** The caller's thread, in Java: bounds, but no order. */
    JAVA,
    /** A modelled disk: real data, its delays. For tests and demonstrations. */
    EMULATED
  }

  private static final long MIB = 1L << 20;
  private static final long PER_MILLE = 1000;

  private String name;
  private String policy = "bid-announced";
  private Engine engine = Engine.ANY;
  private boolean direct = true;
  private boolean rotational = true;
  private long capacity = 16_000_000_000_000L;
  private long bytesPerSecond = 200_000_000L;
  private long positioningNanos = 12_000_000L;
  private int depth = 32;
  private long maxBytes = 64 * MIB;
  private int maxRequests = 1024;
  private String model = "hdd-16t";
  private double timeScale = 1;
  private Path library;
  private Map<ServiceClass, ClassBounds> bounds = new EnumMap<>(ServiceClass.class);

  private VolumeOptions() {}

  /**
   * A disk of 16 TB that turns, under all that BID has, by whichever engine there is.
   *
   * @param name what logs call the volume, such as its directory
   */
  public static VolumeOptions of(String name) {
    VolumeOptions options = new VolumeOptions();
    options.name = Objects.requireNonNull(name);
    return options;
  }

  private VolumeOptions copy() {
    VolumeOptions copy = new VolumeOptions();
    copy.name = name;
    copy.policy = policy;
    copy.engine = engine;
    copy.direct = direct;
    copy.rotational = rotational;
    copy.capacity = capacity;
    copy.bytesPerSecond = bytesPerSecond;
    copy.positioningNanos = positioningNanos;
    copy.depth = depth;
    copy.maxBytes = maxBytes;
    copy.maxRequests = maxRequests;
    copy.model = model;
    copy.timeScale = timeScale;
    copy.library = library;
    copy.bounds = new EnumMap<>(bounds);
    return copy;
  }

  private static long within(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " is " + value + ", not " + least + " to " + most);
    }
    return value;
  }

  /**
   * The policy by its name in docs/bid.md, such as {@code bid-announced} or {@code noop}; with
   * settings of docs/bid-tunables.md, {@code bfq:bfq-low-latency=1}.
   */
  public VolumeOptions policy(String name) {
    VolumeOptions copy = copy();
    copy.policy = Objects.requireNonNull(name);
    return copy;
  }

  /** Who moves the data. All but {@link Engine#ANY} must be had, or the volume is not opened. */
  public VolumeOptions engine(Engine wanted) {
    VolumeOptions copy = copy();
    copy.engine = Objects.requireNonNull(wanted);
    return copy;
  }

  /** Whether files are read past the kernel's cache where they can be (O_DIRECT). */
  public VolumeOptions direct(boolean wanted) {
    VolumeOptions copy = copy();
    copy.direct = wanted;
    return copy;
  }

  /**
   * What the disk is; the model of {@link Engine#EMULATED} knows that by itself.
   *
   * @param turns whether it has an arm to move
   * @param bytes its capacity
   * @param sequentialBytesPerSecond at the outer edge
   * @param positioning mean cost of moving to a random place, ns
   * @param requests that it takes at a time: 1, or 32 with NCQ
   */
  public VolumeOptions device(
      boolean turns, long bytes, long sequentialBytesPerSecond, long positioning, int requests) {
    VolumeOptions copy = copy();
    copy.rotational = turns;
    copy.capacity = within("capacity", bytes, MIB, Long.MAX_VALUE / 2);
    copy.bytesPerSecond = within("bandwidth", sequentialBytesPerSecond, 1, 1L << 40);
    copy.positioningNanos = within("positioning", positioning, 0, 1_000_000_000L);
    copy.depth = (int) within("requests at a time", requests, 1, 256);
    return copy;
  }

  /** What may have been asked and not answered; past it callers wait. */
  public VolumeOptions atMost(long bytes, int requests) {
    VolumeOptions copy = copy();
    copy.maxBytes = within("most bytes", bytes, 1, Long.MAX_VALUE / 2);
    copy.maxRequests = (int) within("most requests", requests, 1, 1 << 20);
    return copy;
  }

  /** What the requests of a class may have. */
  public VolumeOptions bounds(ServiceClass service, ClassBounds of) {
    VolumeOptions copy = copy();
    copy.bounds.put(Objects.requireNonNull(service), Objects.requireNonNull(of));
    int shares = copy.bounds.values().stream().mapToInt(ClassBounds::sharePercent).sum();
    within("sum of shares", shares, 0, 100);
    return copy;
  }

  /**
   * {@link Engine#EMULATED}: which disk, and how fast its time goes by.
   *
   * @param disk a preset's name or a description's path
   * @param scale so many of its seconds pass in one, 0.001 to 1000; less than 1 is a slower disk
   */
  public VolumeOptions model(String disk, double scale) {
    VolumeOptions copy = copy();
    copy.model = Objects.requireNonNull(disk);
    within("time scale in thousandths", perMille(scale), 1, 1000 * PER_MILLE);
    copy.timeScale = scale;
    return copy;
  }

  /** The library to load instead of the one that the jar carries. */
  public VolumeOptions library(Path path) {
    VolumeOptions copy = copy();
    copy.library = Objects.requireNonNull(path);
    return copy;
  }

  /** What logs call the volume. */
  public String name() {
    return name;
  }

  String policy() {
    return policy;
  }

  Engine engine() {
    return engine;
  }

  long maxBytes() {
    return maxBytes;
  }

  int maxRequests() {
    return maxRequests;
  }

  String model() {
    return model;
  }

  Optional<Path> library() {
    return Optional.ofNullable(library);
  }

  ClassBounds boundsOf(ServiceClass service) {
    return bounds.getOrDefault(service, ClassBounds.NONE);
  }

  /**
   * All but names and bounds, in the order of OPEN_ENGINE and what follows in {@code library.c}.
   */
  long[] numbers() {
    return new long[] {
      engine.ordinal(),
      direct ? 1 : 0,
      rotational ? 1 : 0,
      capacity,
      bytesPerSecond,
      positioningNanos,
      depth,
      maxBytes,
      maxRequests,
      perMille(timeScale)
    };
  }

  private static long perMille(double scale) {
    return Math.round(scale * PER_MILLE);
  }
}
