/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.List;

/** A copy of directories: sources, then the target. */
final class DistcpAction implements ActionReader {
  /** The arguments of DistCp; {@code -f} names a list of sources. */
  static final String FORM =
      "-m:1 -bandwidth:1 -filters:1 -log:1 -strategy:1 -mapredSslConf:1 -tmp:1 -sizelimit:1 "
          + "-filelimit:1 -numListstatusThreads:1 -blocksperchunk:1 -copybuffersize:1 -diff:2 "
          + "-rdiff:2 -xtrack:1 IN+ OUT";

  private static final ArgumentForm COPY = ArgumentForm.of(FORM);
  private static final ArgumentForm COPY_OF_LIST =
      ArgumentForm.of(FORM.replace("IN+", "") + " -f:1");

  @Override
  public void read(ActionScope scope) {
    List<String> arguments = scope.texts("arg");
    boolean fromList = arguments.contains("-f");
    if (fromList) {
      scope.note("the sources stand in a list on the cluster (-f): they are not known");
    }
    if (!(fromList ? COPY_OF_LIST : COPY).read(arguments, scope)) {
      scope.note("the arguments are not those of a copy: sources, then a target");
    }
  }
}
