/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Bytes deflated (RFC 1950) and back. */
final class Deflated {
  private Deflated() {}

  static byte[] of(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  /**
   * Inflates as many bytes as were deflated, never more.
   *
   * @throws DamagedStateException when there are more or fewer
   */
  static byte[] inflate(InputStream deflated, int bytes) throws DamagedStateException {
    try (InflaterInputStream inflater = new InflaterInputStream(deflated)) {
      byte[] inflated = inflater.readNBytes(bytes);
      if (inflated.length < bytes || inflater.read() >= 0) {
        throw new DamagedStateException("its document has not the size that its head gives");
      }
      return inflated;
    } catch (DamagedStateException e) {
      throw e;
    } catch (IOException e) {
      throw new DamagedStateException("its document cannot be inflated", e);
    }
  }
}
