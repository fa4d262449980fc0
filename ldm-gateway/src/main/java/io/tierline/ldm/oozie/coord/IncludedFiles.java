/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.IOException;

/** The files of datasets that definitions on a server include, read as their users may. */
@FunctionalInterface
public interface IncludedFiles {
  /**
   * The content of a file.
   *
   * @param path where the definition says that it lies, evaluated
   * @param user who must be able to read it
   * @param most bytes of it; a larger one is not read
   * @throws LineageException in one line, when it can never be read as it is
   * @throws IOException in one line, when it may be possible later; others may fail as slowly now
   */
  byte[] read(String path, String user, int most) throws IOException;

  /**
   * What a file's content means; of equal content the same may be given out again.
   *
   * @param path as it is to be called in messages
   * @param content what {@link #read} has given
   * @throws LineageException in one line, when it is no document
   */
  default XmlElement root(String path, byte[] content) throws LineageException {
    return XmlReader.read(path, content);
  }
}
