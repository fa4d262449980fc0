/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.limits.LimitException;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TooManyLinksException;
import io.tierline.ldm.namenode.access.AmbiguousWorkflowException;
import io.tierline.ldm.namenode.access.UnknownWorkflowException;
import io.tierline.ldm.namenode.namespace.UnknownFileSystemException;
import io.tierline.ldm.registry.RegistryFullException;
import io.tierline.ldm.state.StateTooLargeException;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.FileNotFoundException;
import java.util.List;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.security.AccessControlException;

/** The one table from what was thrown to the HTTP status that says so. */
final class Statuses {
  private record Row(Class<? extends Throwable> thrown, int status) {}

  /** The first that fits; a kind of exception comes before what it is a kind of. */
  private static final List<Row> TABLE =
      List.of(
          new Row(WorkTime.OverException.class, HttpServletResponse.SC_SERVICE_UNAVAILABLE),
          new Row(StateUnavailableException.class, HttpServletResponse.SC_SERVICE_UNAVAILABLE),
          new Row(AccessControlException.class, HttpServletResponse.SC_FORBIDDEN),
          new Row(LineageException.class, HttpServletResponse.SC_BAD_REQUEST),
          new Row(UnknownFileSystemException.class, HttpServletResponse.SC_BAD_REQUEST),
          new Row(UnknownWorkflowException.class, HttpServletResponse.SC_NOT_FOUND),
          new Row(FileNotFoundException.class, HttpServletResponse.SC_NOT_FOUND),
          new Row(AmbiguousWorkflowException.class, HttpServletResponse.SC_CONFLICT),
          new Row(UnresolvedLinkException.class, HttpServletResponse.SC_BAD_REQUEST));

  /** Lineage that is in order, and is not taken. */
  private static final List<Row> UNTAKEN =
      List.of(
          new Row(StateTooLargeException.class, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE),
          new Row(TooManyLinksException.class, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE),
          new Row(RegistryFullException.class, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE),
          new Row(StateUnavailableException.class, HttpServletResponse.SC_SERVICE_UNAVAILABLE),
          new Row(LimitException.class, HttpServletResponse.SC_FORBIDDEN),
          new Row(LineageException.class, HttpServletResponse.SC_CONFLICT));

  private Statuses() {}

  /** 500 for what nobody has thought of. */
  static int of(Throwable thrown) {
    if (thrown instanceof HttpError refused) {
      return refused.status();
    }
    return status(TABLE, thrown);
  }

  /** What refuses lineage that was to be taken in: there is more than fits, or a contradiction. */
  static HttpError untaken(LineageException refused) {
    return new HttpError(status(UNTAKEN, refused), refused.getMessage());
  }

  private static int status(List<Row> table, Throwable thrown) {
    return table.stream()
        .filter(row -> row.thrown().isInstance(thrown))
        .findFirst()
        .map(Row::status)
        .orElse(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
  }

  /** When the same request may be answered, in seconds; 0 where nothing is known of that. */
  static int retryAfterSeconds(Throwable thrown) {
    if (thrown instanceof HttpError refused) {
      return refused.retryAfterSeconds();
    }
    return thrown instanceof WorkTime.OverException ? HttpError.RETRY_SECONDS : 0;
  }
}
