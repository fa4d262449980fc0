/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.io.IOException;
import java.net.URI;

/** The way to one NameNode. */
@FunctionalInterface
interface Post {
  /**
   * Sends a document.
   *
   * @return the HTTP status of the answer
   */
  int send(URI nameNode, String document) throws IOException;
}
