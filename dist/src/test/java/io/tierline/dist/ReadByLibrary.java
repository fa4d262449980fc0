/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeFile;
import io.tierline.bid.volume.VolumeOptions;
import io.tierline.bid.volume.Volumes;
import java.io.FileInputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A program: prints a file that BID's library in C has read, and which jar the library is from. */
final class ReadByLibrary {
  private ReadByLibrary() {}

  /** The engine threads: io_uring is forbidden in places, and Java needs no library. */
  public static void main(String[] arguments) throws Exception {
    URL jar = Volumes.class.getProtectionDomain().getCodeSource().getLocation();
    System.out.println(Path.of(jar.toURI()));
    VolumeOptions options = VolumeOptions.of("a test's disk").engine(VolumeOptions.Engine.THREADS);
    try (Volume volume = Volumes.open(options);
        FileInputStream raw = new FileInputStream(arguments[0]);
        VolumeFile file = volume.open(raw.getFD())) {
      ByteBuffer memory = ByteBuffer.allocateDirect((int) raw.getChannel().size());
      file.read(1, ServiceClass.FOREGROUND, 0, memory);
      System.out.println(volume.engine() + ": " + StandardCharsets.UTF_8.decode(memory.flip()));
    }
  }
}
