/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common.web;

import java.io.InputStream;

/** The style that the pages of all plug-ins share: {@code page.css} beside each of them. */
public final class PageStyle {
  /** As pages refer to it. */
  public static final String NAME = "page.css";

  private PageStyle() {}

  /** Its text, in UTF-8. */
  public static InputStream open() {
    return PageStyle.class.getResourceAsStream(NAME);
  }
}
