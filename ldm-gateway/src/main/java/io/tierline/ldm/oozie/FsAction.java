/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.Optional;

/**
 * File system commands. Only a move says something of datasets: what is deleted, made or marked is
 * neither read nor written.
 */
final class FsAction implements ActionReader {
  @Override
  public void read(ActionScope scope) {
    for (XmlElement move : scope.body().children("move")) {
      Optional<String> source = move.attribute("source");
      Optional<String> target = move.attribute("target");
      if (source.isPresent() && target.isPresent()) {
        scope.renames(scope.evaluate(source.get()), scope.evaluate(target.get()));
      }
    }
  }
}
