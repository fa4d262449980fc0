/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.StateTooLargeException;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.http.HtmlQuoting;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * LDM's REST on the NameNode's HTTP server, behind its authentication filter:
 *
 * <pre>
 * POST   /ldm/v1/workflows                    register or replace (201, 200)
 * GET    /ldm/v1/workflows                    list what the caller may see
 * GET    /ldm/v1/workflows/ID                 one workflow
 * DELETE /ldm/v1/workflows/ID                 withdraw
 * PUT    /ldm/v1/workflows/ID/finished/JOB    a job has ended
 * GET    /ldm/v1/explain?path=P               what is this path's dataset, R, LQ, tiers, and why
 * GET    /ldm/v1/decisions                    the last placement decisions, and why
 * POST   /ldm/v1/lineage                      OpenLineage run events, one or an array (201)
 * POST   /ldm/v1/applications                 what a ResourceManager tells of a job (201)
 * GET    /ldm/v1/conflicts                    where sources of lineage disagree
 * GET, POST /ldm/v1/devices                   device reports: see {@link DevicesResource}
 * POST   /ldm/v1/whatif                       cost and gain of a plan or workflow
 * GET    /ldm/v1/status                       tiers and thresholds
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

  static final String SERVICE_ATTRIBUTE = "tierline.ldm.service";
  static final String PATH_SPEC = "/ldm/*";

  private static final String METHODS = "GET, POST, PUT, DELETE, OPTIONS";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Created by Jetty through reflection. */
  public LdmServlet() {}

  /** An answer: an HTTP status and a body that Jackson can write. */
  record Answer(int status, Object body) {}

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getMethod().equals("OPTIONS")) {
      // Hadoop's clients get their ticket accepted by this before they send what they have to say.
      response.setHeader("Allow", METHODS);
      return;
    }
    Answer answer;
    try {
      answer = answer(request);
    } catch (HttpError e) {
      answer = error(e.status(), e);
    } catch (StateUnavailableException e) {
      answer = error(HttpServletResponse.SC_SERVICE_UNAVAILABLE, e);
    } catch (AccessControlException e) {
      answer = error(HttpServletResponse.SC_FORBIDDEN, e);
    } catch (LineageException e) {
      answer = error(HttpServletResponse.SC_BAD_REQUEST, e);
    } catch (IOException | RuntimeException e) {
      log("LDM request failed", e);
      answer = error(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, e);
    }
    response.setStatus(answer.status());
    response.setContentType("application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getOutputStream().write(MAPPER.writeValueAsBytes(answer.body()));
  }

  private static Answer error(int status, Exception e) {
    ObjectNode body = MAPPER.createObjectNode();
    String message = e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
    body.putObject("RemoteException")
        .put("exception", e.getClass().getSimpleName())
        .put("message", message);
    return new Answer(status, body);
  }

  private Answer answer(HttpServletRequest request) throws IOException {
    LdmService service = (LdmService) getServletContext().getAttribute(SERVICE_ATTRIBUTE);
    PlacementAdvisor advisor = service.advisor();
    if (advisor == null) {
      throw new HttpError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "LDM is not running");
    }
    Caller caller = Caller.of(getServletContext(), request, service.nameNode().getConf());
    try {
      service.csrfGuard().check(request);
      return answer(request, service, caller.caller());
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

  private Answer answer(HttpServletRequest request, LdmService service, UserGroupInformation caller)
      throws IOException {
    ResourcePath path = ResourcePath.of(request.getPathInfo());
    StateGate gate = StateGate.pass(service, request.getMethod(), path.kind());
    Answer answer = answer(request, service, caller, path, gate);
    return new Answer(answer.status(), gate.marked(answer.body()));
  }

  private Answer answer(
      HttpServletRequest request,
      LdmService service,
      UserGroupInformation caller,
      ResourcePath path,
      StateGate gate)
      throws IOException {
    return switch (path.kind()) {
      case "workflows" -> workflows(request, service, caller, path.rest());
      case "plans" -> new PlansResource(service, caller).answer(request, path.rest());
      case "devices" -> new DevicesResource(service, caller).answer(request, path.rest());
      case "whatif" -> new WhatIfResource(service, caller).answer(request, path.rest());
      case "explain" -> explain(request, service, caller);
      case "decisions" -> decisions(request, service, caller);
      case "lineage", "applications", "conflicts" ->
          live(request, path, new LiveResource(service, caller, JspHelper.getRemoteAddr(request)));
      case "reconfigure" -> new ReconfigureResource(service, caller).answer(request);
      case "status" -> new Answer(HttpServletResponse.SC_OK, gate.status());
      default -> throw notFound(String.join("/", path.parts()));
    };
  }

  private static HttpError notFound(String path) {
    return new HttpError(HttpServletResponse.SC_NOT_FOUND, "nothing is served under " + path);
  }

  private Answer workflows(
      HttpServletRequest request,
      LdmService service,
      UserGroupInformation caller,
      List<String> rest)
      throws IOException {
    Authority authority = new Authority(service, caller);
    Audit audit = new Audit(caller, JspHelper.getRemoteAddr(request));
    String what = request.getMethod() + "/" + rest.size();
    return switch (what) {
      case "GET/0" ->
          new Answer(HttpServletResponse.SC_OK, Views.list(service.advisor(), authority));
      case "GET/1" -> {
        Registration found = authority.ownRegistration(rest.get(0));
        yield new Answer(HttpServletResponse.SC_OK, Views.workflow(service, found, authority));
      }
      case "POST/0" -> register(request, service, caller, authority, audit);
      case "DELETE/1" ->
          audit.logged(
              "withdraw",
              rest.get(0),
              () -> {
                authority.ownRegistration(rest.get(0));
                service.withdraw(rest.get(0));
                return new Answer(HttpServletResponse.SC_OK, Map.of("withdrawn", rest.get(0)));
              });
      case "PUT/3" -> {
        if (!rest.get(1).equals("finished")) {
          throw notFound(String.join("/", rest));
        }
        yield audit.logged(
            "finished",
            rest.get(0) + "/" + rest.get(2),
            () -> {
              authority.ownRegistration(rest.get(0));
              service.finish(rest.get(0), rest.get(2));
              return new Answer(HttpServletResponse.SC_OK, Map.of("finished", rest.get(2)));
            });
      }
      default ->
          throw new HttpError(
              HttpServletResponse.SC_METHOD_NOT_ALLOWED, what + " is not served for workflows");
    };
  }

  private Answer register(
      HttpServletRequest request,
      LdmService service,
      UserGroupInformation caller,
      Authority authority,
      Audit audit)
      throws IOException {
    requireJson(request);
    Workflow workflow = service.localise(RequestBody.workflow(body(request, service)));
    return audit.logged(
        "register",
        workflow.id(),
        () -> {
          authority.requireMayRegister(workflow);
          boolean added;
          try {
            added = service.register(workflow, caller.getShortUserName());
          } catch (StateUnavailableException e) {
            throw e;
          } catch (StateTooLargeException e) {
            throw new HttpError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, e.getMessage());
          } catch (LineageException e) {
            throw new HttpError(HttpServletResponse.SC_CONFLICT, e.getMessage());
          }
          Registration now = service.advisor().registry().view().registrations().get(workflow.id());
          return new Answer(
              added ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK,
              Views.workflow(service, now, authority));
        });
  }

  /** A page of another origin cannot say so without being asked first. */
  static void requireJson(HttpServletRequest request) throws HttpError {
    String type = request.getContentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      throw new HttpError(
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "send Content-Type: application/json");
    }
  }

  private static Answer live(HttpServletRequest request, ResourcePath path, LiveResource resource)
      throws IOException {
    String what = request.getMethod() + " " + path.kind();
    return switch (what) {
      case "POST lineage" -> {
        requireJson(request);
        yield new Answer(
            HttpServletResponse.SC_CREATED, resource.events(body(request, resource.service())));
      }
      case "POST applications" -> {
        requireJson(request);
        yield new Answer(
            HttpServletResponse.SC_CREATED,
            resource.application(body(request, resource.service())));
      }
      case "GET conflicts" -> new Answer(HttpServletResponse.SC_OK, resource.conflicts());
      default ->
          throw new HttpError(HttpServletResponse.SC_METHOD_NOT_ALLOWED, what + " is not served");
    };
  }

  static String body(HttpServletRequest request, LdmService service) throws IOException {
    int most = service.advisor().settings().maxRequestBytes();
    byte[] bytes = request.getInputStream().readNBytes(most + 1);
    if (bytes.length > most) {
      throw new HttpError(
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "at most " + most + " bytes are read");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private Answer explain(
      HttpServletRequest request, LdmService service, UserGroupInformation caller)
      throws IOException {
    // The NameNode's input filter quotes parameters for HTML; a path may hold those characters.
    String path = HtmlQuoting.unquoteHtmlChars(request.getParameter("path"));
    if (path == null || !DFSUtilClient.isValidName(path)) {
      throw new HttpError(HttpServletResponse.SC_BAD_REQUEST, "give ?path=/an/absolute/path");
    }
    return new Answer(HttpServletResponse.SC_OK, new Explanation(service, caller).of(path));
  }

  private static Answer decisions(
      HttpServletRequest request, LdmService service, UserGroupInformation caller)
      throws IOException {
    if (!request.getMethod().equals("GET")) {
      throw new HttpError(
          HttpServletResponse.SC_METHOD_NOT_ALLOWED,
          request.getMethod() + " decisions is not served");
    }
    return new Answer(HttpServletResponse.SC_OK, new Explanation(service, caller).decisions());
  }
}
