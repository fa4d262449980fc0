/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.http.HtmlQuoting;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * LDM's REST on the NameNode's HTTP server, behind its authentication filter:
 *
 * <pre>
 * POST   /ldm/v1/workflows[?confirm=true]     register or replace (201, 200)
 * GET    /ldm/v1/workflows                    list what the caller may see
 * GET    /ldm/v1/workflows/ID                 one workflow
 * DELETE /ldm/v1/workflows/ID                 withdraw
 * PUT    /ldm/v1/workflows/ID/finished/JOB    a job has ended
 * GET    /ldm/v1/explain?path=P               what is this path's dataset, R, LQ, tiers, and why
 * GET    /ldm/v1/decisions                    the last placement decisions, and why
 * POST   /ldm/v1/lineage                      OpenLineage run events, one or an array (201)
 * POST   /ldm/v1/applications                 what a ResourceManager tells of a job (201)
 * GET    /ldm/v1/conflicts                    where sources of lineage disagree
 * GET    /ldm/v1/oozie                        Oozie's jobs, and what is not resolved of them
 * GET, POST /ldm/v1/devices                   device reports: see {@link DevicesResource}
 * POST   /ldm/v1/whatif                       cost and gain of a plan or workflow
 * GET    /ldm/v1/status                       tiers and thresholds
 * GET    /ldm/v1/usage?user=U                 what users have of what is limited
 * GET    /ldm/v1/shadow                       what would have been done in shadow mode
 * GET, POST /ldm/v1/uninstall                how far LDM has been taken out; take it out
 * POST   /ldm/v1/reconfigure                  read the configuration again
 * GET    /ldm/v1/plans, POST /ldm/v1/plans    migration plans: see {@link PlansResource}
 * </pre>
 *
 * Errors have the form of WebHDFS: {@code {"RemoteException": {"exception", "message"}}}. Requests
 * that change something must say {@code Content-Type: application/json} (or be PUT or DELETE),
 * which a page of another origin cannot do without being asked first.
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

  /** Resources below which nothing stands, and what each takes. */
  private static final Map<String, List<String>> ALONE =
      Map.ofEntries(
          Map.entry("explain", List.of("GET")),
          Map.entry("decisions", List.of("GET")),
          Map.entry("conflicts", List.of("GET")),
          Map.entry("status", List.of("GET")),
          Map.entry("usage", List.of("GET")),
          Map.entry("shadow", List.of("GET")),
          Map.entry("uninstall", List.of("GET", "POST")),
          Map.entry("devices", List.of("GET", "POST")),
          Map.entry("lineage", List.of("POST")),
          Map.entry("applications", List.of("POST")),
          Map.entry("observations", List.of("POST")),
          Map.entry("whatif", List.of("POST")),
          Map.entry("reconfigure", List.of("POST")));

  /** ID/finished/JOB. */
  private static final int FINISHED_PARTS = 3;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Created by Jetty through reflection. */
  public LdmServlet() {}

  /** An answer: an HTTP status and a body that Jackson can write. */
  record Answer(int status, Object body) {}

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
    response.getOutputStream().write(MAPPER.writeValueAsBytes(answer.body()));
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
    ObjectNode body = MAPPER.createObjectNode();
    String message = e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
    body.putObject("RemoteException")
        .put("exception", e.getClass().getSimpleName())
        .put("message", message);
    return new Answer(status, body);
  }

  private Answer answer(HttpServletRequest request) throws IOException {
    RestParts parts = (RestParts) getServletContext().getAttribute(PARTS_ATTRIBUTE);
    if (parts == null) {
      throw new HttpError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "LDM is not running");
    }
    Caller caller = Caller.of(getServletContext(), request, parts.nameNode().getConf());
    try {
      parts.csrfGuard().check(request);
      parts.limits().learn(caller.caller());
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
    RequestPool pool = parts.requests();
    boolean isTrusted = parts.authorities().of(caller).isTrusted();
    try {
      pool.enter(user, isTrusted);
    } catch (HttpError busy) {
      parts.metrics().requestsTurnedAway.incr();
      throw busy;
    }
    HeldRequest held;
    boolean isRead = false;
    try {
      held = HeldRequest.of(request, parts.advisor().settings().maxRequestBytes());
      isRead = true;
    } finally {
      if (!isRead) {
        pool.leave(user);
      }
    }
    return pool.run(user, () -> answer(held, parts, caller));
  }

  private Answer answer(HttpServletRequest request, RestParts parts, UserGroupInformation caller)
      throws IOException {
    ResourcePath path = ResourcePath.of(request.getPathInfo());
    requireServed(request, path);
    StateGate gate = StateGate.pass(parts, request.getMethod(), path.kind());
    Answer answer = answer(request, parts, caller, path, gate);
    return new Answer(answer.status(), gate.marked(answer.body()));
  }

  private Answer answer(
      HttpServletRequest request,
      RestParts parts,
      UserGroupInformation caller,
      ResourcePath path,
      StateGate gate)
      throws IOException {
    return switch (path.kind()) {
      case "workflows" -> workflows(request, parts, caller, path.rest());
      case "plans" -> new PlansResource(parts, caller).answer(request, path.rest());
      case "devices" -> new DevicesResource(parts, caller).answer(request);
      case "whatif" -> new WhatIfResource(parts, caller).answer(request);
      case "explain" -> explain(request, parts, caller);
      case "decisions" -> ok(new Explanation(parts, caller).decisions());
      case "lineage", "applications", "observations", "conflicts" ->
          live(request, path, new LiveResource(parts, caller, JspHelper.getRemoteAddr(request)));
      case "reconfigure" -> new ReconfigureResource(parts, caller).answer(request);
      case "status" -> ok(gate.status(caller));
      case "usage" -> ok(new UsageResource(parts, caller).usage(request.getParameter("user")));
      case "uninstall" -> ok(new UninstallResource(parts, caller).answer(request));
      case "shadow" -> ok(new ShadowResource(parts, caller).report());
      default -> throw HttpError.notFound(String.join("/", path.parts()));
    };
  }

  private static void requireServed(HttpServletRequest request, ResourcePath path)
      throws HttpError {
    List<String> allowed = ALONE.get(path.kind());
    if (allowed != null && !path.rest().isEmpty()) {
      throw HttpError.notFound(String.join("/", path.parts()));
    }
    if (allowed != null && !allowed.contains(request.getMethod())) {
      throw HttpError.notAllowed(request, path.kind(), allowed);
    }
  }

  private Answer workflows(
      HttpServletRequest request, RestParts parts, UserGroupInformation caller, List<String> rest)
      throws IOException {
    Authority authority = parts.authorities().of(caller);
    Audit audit = new Audit(caller, JspHelper.getRemoteAddr(request));
    String what = request.getMethod() + "/" + rest.size();
    return switch (what) {
      case "GET/0" -> ok(Views.list(parts, authority));
      case "GET/1" ->
          ok(
              Views.workflow(
                  parts,
                  authority.ownRegistration(rest.get(0)),
                  authority,
                  Page.of(request, Page.FIRST)));
      case "POST/0" -> register(request, parts, caller, authority, audit);
      case "DELETE/1" ->
          audit.logged(
              "withdraw",
              rest.get(0),
              () -> {
                parts.workflows().withdraw(authority.ownRegistration(rest.get(0)).workflow().id());
                return ok(Map.of("withdrawn", rest.get(0)));
              });
      case "PUT/3" -> finish(rest, parts, authority, audit);
      default -> throw notServed(request, rest);
    };
  }

  private static HttpError notServed(HttpServletRequest request, List<String> rest) {
    return switch (rest.size()) {
      case 0 -> HttpError.notAllowed(request, "workflows", List.of("GET", "POST"));
      case 1 -> HttpError.notAllowed(request, "a workflow", List.of("GET", "DELETE"));
      case FINISHED_PARTS -> HttpError.notAllowed(request, "a job", List.of("PUT"));
      default -> HttpError.notFound("workflows/" + String.join("/", rest));
    };
  }

  private static Answer finish(List<String> rest, RestParts parts, Authority authority, Audit audit)
      throws IOException {
    String id = rest.get(0);
    String job = rest.get(2);
    if (!rest.get(1).equals("finished")) {
      throw HttpError.notFound("workflows/" + String.join("/", rest));
    }
    return audit.logged(
        "finished",
        id + "/" + job,
        () -> {
          Registration found = authority.ownRegistration(id);
          if (found.workflow().jobs().stream().noneMatch(each -> each.name().equals(job))) {
            throw new HttpError(
                HttpServletResponse.SC_NOT_FOUND,
                "workflow '%s' has no job '%s'".formatted(id, job));
          }
          parts.workflows().finish(found.workflow().id(), job);
          return ok(Map.of("finished", job));
        });
  }

  private static Answer ok(Object body) {
    return new Answer(HttpServletResponse.SC_OK, body);
  }

  private Answer register(
      HttpServletRequest request,
      RestParts parts,
      UserGroupInformation caller,
      Authority authority,
      Audit audit)
      throws IOException {
    requireJson(request);
    Workflow workflow = parts.localiser().localise(RequestBody.workflow(body(request, parts)));
    return audit.logged(
        "register",
        workflow.id(),
        () -> {
          authority.requireMayRegister(workflow);
          authority.requireConfirmed(
              workflow, Boolean.parseBoolean(request.getParameter("confirm")));
          boolean added;
          try {
            added = parts.workflows().register(workflow, caller.getShortUserName());
          } catch (StateUnavailableException e) {
            throw e;
          } catch (LineageException e) {
            throw HttpError.of(e);
          }
          Registration now = authority.ownRegistration(workflow.id());
          return new Answer(
              added ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK,
              Views.workflow(parts, now, authority, Page.FIRST));
        });
  }

  /** A page of another origin cannot say so without being asked first. */
  static void requireJson(HttpServletRequest request) throws HttpError {
    String type = request.getContentType();
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw new HttpError(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "send Content-Type: application/json");
    }
  }

  private static Answer live(HttpServletRequest request, ResourcePath path, LiveResource resource)
      throws IOException {
    if (path.kind().equals("conflicts")) {
      return ok(resource.conflicts());
    }
    requireJson(request);
    String body = body(request, resource.parts());
    return new Answer(
        HttpServletResponse.SC_CREATED,
        switch (path.kind()) {
          case "lineage" -> resource.events(body);
          case "observations" -> resource.observations(body);
          default -> resource.application(body);
        });
  }

  static String body(HttpServletRequest request, RestParts parts) throws IOException {
    return RequestBody.text(request, parts.advisor().settings().maxRequestBytes());
  }

  private Answer explain(HttpServletRequest request, RestParts parts, UserGroupInformation caller)
      throws IOException {
    // The NameNode's input filter quotes parameters for HTML; a path may hold those characters.
    String path = HtmlQuoting.unquoteHtmlChars(request.getParameter("path"));
    if (path == null || !DFSUtilClient.isValidName(path)) {
      throw new HttpError(HttpServletResponse.SC_BAD_REQUEST, "give ?path=/an/absolute/path");
    }
    Page names = Page.of(request, Page.FIRST_NAMES);
    return ok(new Explanation(parts, caller).of(OwnFileSystems.live(path), names));
  }
}
