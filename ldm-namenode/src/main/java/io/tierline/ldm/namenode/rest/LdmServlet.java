/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tierline.ldm.json.RecordJson;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * LDM's REST on the NameNode's HTTP server, behind its authentication filter. What is served is
 * {@link Route}.
 *
 * <p>* Errors have the form of WebHDFS: {@code {"RemoteException": {"exception", "message"}}}.
 * Requests that change something must say {@code Content-Type: application/json} (or be PUT or
 * DELETE), which a page of another origin cannot do without being asked first.
 *
 * <p>A standby answers GET of workflows and status, from what its own namespace holds, with {@code
 * "standby": true}. Everything else is 503 there, and on an active whose lineage is being loaded.
 */
@InterfaceAudience.Private
public class LdmServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  public static final String PARTS_ATTRIBUTE = "tierline.ldm.parts";
  public static final String PATH_SPEC = "/ldm/*";

  private static final String METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

  /** An error, in the form of WebHDFS. */
  private record Refusal(@JsonProperty("RemoteException") Thrown thrown) {}

  private record Thrown(String exception, String message) {}

  /** Created by Jetty through reflection. */
  public LdmServlet() {}

  @Override
  protected void service(HttpServletRequest sent, HttpServletResponse response) throws IOException {
    HttpServletRequest request = sent.getMethod().equals("HEAD") ? asGet(sent) : sent;
    if (request.getMethod().equals("GET") && isFront(request.getPathInfo())) {
      String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
      response.sendRedirect(LdmPageServlet.ADDRESS + query);
      return;
    }
    if (request.getMethod().equals("OPTIONS")) {
      // Hadoop's clients get their ticket accepted by this before they send what they have to say.
      response.setHeader("Allow", METHODS);
      return;
    }
    Answer answer;
    try {
      answer = answer(request);
    } catch (IOException | RuntimeException | Error e) {
      answer = refusal(e, response);
    }
    response.setStatus(answer.status());
    challenge(answer, response);
    response.setContentType("application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getOutputStream().write(RecordJson.bytes(answer.body()));
  }

  /** What somebody types who looks for the page. */
  private static boolean isFront(String path) {
    return path == null || path.equals("/");
  }

  private static void challenge(Answer answer, HttpServletResponse response) {
    if (answer.status() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", "Negotiate");
    }
  }

  /** The server leaves out the body of what answers a HEAD. */
  private static HttpServletRequest asGet(HttpServletRequest head) {
    return new HttpServletRequestWrapper(head) {
      @Override
      public String getMethod() {
        return "GET";
      }
    };
  }

  private Answer refusal(Throwable thrown, HttpServletResponse response) {
    int status = Statuses.of(thrown);
    if (status == HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
      failed(thrown);
    }
    if (thrown instanceof HttpError refused && !refused.allowed().isEmpty()) {
      response.setHeader("Allow", refused.allowed());
    }
    int seconds = Statuses.retryAfterSeconds(thrown);
    if (seconds > 0) {
      response.setHeader("Retry-After", String.valueOf(seconds));
    }
    return error(status, thrown instanceof UnresolvedLinkException link ? overALink(link) : thrown);
  }

  private static HttpError overALink(UnresolvedLinkException e) {
    return new HttpError(
        HttpServletResponse.SC_BAD_REQUEST,
        "it leads over a symbolic link, to " + e.getMessage() + ": name that");
  }

  /** What did not fit into memory, say, costs its request only. */
  private void failed(Throwable e) {
    RestParts parts = (RestParts) getServletContext().getAttribute(PARTS_ATTRIBUTE);
    if (e instanceof Error && parts != null) {
      parts.hostGuard().failed("answering a request", e);
    } else {
      log("LDM request failed", Printable.of(e));
    }
  }

  private static Answer error(int status, Throwable e) {
    String message = e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
    return new Answer(status, new Refusal(new Thrown(e.getClass().getSimpleName(), message)));
  }

  private Answer answer(HttpServletRequest request) throws IOException {
    RestParts parts = (RestParts) getServletContext().getAttribute(PARTS_ATTRIBUTE);
    if (parts == null) {
      throw new HttpError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "LDM is not running");
    }
    Caller caller = Caller.of(getServletContext(), request, parts.nameNode().getConf());
    try {
      parts.serving().csrfGuard().check(request);
      parts.access().limits().learn(caller.caller());
      return inPool(request, parts, caller.caller());
    } catch (AccessControlException e) {
      // What changes something has its own line in the audit log.
      if (request.getMethod().equals("GET")) {
        String object =
            Objects.requireNonNullElse(request.getParameter("path"), request.getPathInfo());
        Audit.denied(caller.caller().toString(), caller.address(), Caller.command(request), object);
      }
      throw e;
    }
  }

  /** The web server's thread reads the request and waits; the work is done on one of ours. */
  private Answer inPool(HttpServletRequest request, RestParts parts, UserGroupInformation caller)
      throws IOException {
    String user = caller.getShortUserName();
    RequestPool pool = parts.serving().requests();
    boolean isTrusted = parts.access().authorities().of(caller).isTrusted();
    try {
      pool.enter(user, isTrusted);
    } catch (HttpError busy) {
      parts.metrics().requestsTurnedAway.incr();
      throw busy;
    }
    HeldRequest held;
    boolean isRead = false;
    try {
      held = HeldRequest.of(request, parts.advisor().settings().maxRequestBytes(), pool.begin());
      isRead = true;
    } finally {
      if (!isRead) {
        pool.leave(user);
      }
    }
    return pool.run(user, () -> answer(held, parts, caller));
  }

  private static Answer answer(
      HttpServletRequest request, RestParts parts, UserGroupInformation caller) throws IOException {
    ResourcePath path = ResourcePath.of(request.getPathInfo());
    Route route = Route.of(request.getMethod(), path);
    StateGate gate = StateGate.pass(parts, route.served());
    Asked asked =
        new Asked(
            route,
            request,
            route.variables(path).orElseThrow(),
            parts,
            caller,
            parts.access().authorities().of(caller));
    Answer answer = route.answer(asked);
    return new Answer(answer.status(), gate.marked(answer.body()));
  }
}
