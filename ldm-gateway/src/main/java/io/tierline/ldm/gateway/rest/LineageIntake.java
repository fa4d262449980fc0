/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import io.tierline.ldm.gateway.openlineage.OpenLineageSource;
import io.tierline.ldm.gateway.openlineage.OpenLineageSource.Taken;
import io.tierline.ldm.gateway.openlineage.QueueFullException;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests with run events, whoever has let them in. */
final class LineageIntake {
  /** Where OpenLineage's clients send to by themselves, and where they sent to a NameNode. */
  static final Set<String> PATHS =
      Set.of("/api/v1/lineage", "/api/v1/lineage/batch", "/ldm/v1/lineage");

  private static final Logger LOG = LoggerFactory.getLogger(LineageIntake.class);

  /** Requests of the largest size that are in memory at a time. */
  private static final int LARGEST_AT_A_TIME = 8;

  private static final int LONGEST_NAME = 255;

  private final OpenLineageSource source;
  private final SharedRoom room;

  LineageIntake(OpenLineageSource source) {
    this.source = source;
    this.room = new SharedRoom((long) LARGEST_AT_A_TIME * source.requestBytes());
  }

  /** 201 says that all that was not refused is on the disk. */
  void take(HttpServletRequest request, HttpServletResponse response, UserGroupInformation caller)
      throws IOException {
    String user = named(caller);
    Taken taken;
    try (RequestText text =
        new RequestText(room, user, source.requestBytes(), Time::monotonicNow)) {
      taken = source.accept(user, text.read(request));
    } catch (LineageException none) {
      throw new Refused(HttpServletResponse.SC_BAD_REQUEST, none.getMessage());
    } catch (QueueFullException full) {
      throw new Refused(Refused.UNAVAILABLE, full.getMessage());
    } catch (Refused refused) {
      throw refused;
    } catch (IOException e) {
      LOG.warn("run events of {} could not be kept", Printable.of(user), e);
      throw new Refused(Refused.UNAVAILABLE, "the events cannot be kept now: " + e.getMessage());
    }
    List<Map<String, Object>> refusals =
        taken.refused().entrySet().stream().map(LineageIntake::refusal).toList();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("accepted", taken.events());
    answer.put("refused", refusals);
    Answers.write(response, HttpServletResponse.SC_CREATED, answer);
  }

  /** Lines are what the queue tells users and events apart by. */
  private static String named(UserGroupInformation caller) throws Refused {
    String user = caller.getShortUserName();
    if (user.isBlank()
        || user.length() > LONGEST_NAME
        || user.chars().anyMatch(Character::isISOControl)) {
      throw new Refused(HttpServletResponse.SC_FORBIDDEN, "that is no user's name");
    }
    return user;
  }

  private static Map<String, Object> refusal(Map.Entry<Integer, String> refused) {
    Map<String, Object> view = new TreeMap<>();
    view.put("index", refused.getKey());
    view.put("reason", refused.getValue().lines().findFirst().orElse(""));
    return view;
  }
}
