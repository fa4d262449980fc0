/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.limits.ProtectedPaths;
import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.namespace.CallersView;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.registry.WorkflowIds;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What a caller may do. Administrators may do all; others may register lineage whose outputs they
 * can write and whose inputs they can read, as HDFS's own permissions have it, and see and change
 * only what they registered.
 */
public final class Authority {
  /** Stands for a job of somebody else, which counts and is not named. */
  public static final String OTHERS_JOB = "a job of another user";

  /** Managed datasets of others below one path that a request may name; each is asked for. */
  private static final int MOST_BELOW = 1_000;

  private final Authorities authorities;
  private final UserGroupInformation caller;
  private final CallersView callersView;
  private final boolean admin;
  private NavigableSet<String> othersDatasets;
  private final NearestExisting directories = new NearestExisting();

  /** What was asked about before and granted: a refusal need not end a request. */
  private final Set<String> allowed = new HashSet<>();

  Authority(Authorities authorities, UserGroupInformation caller) throws IOException {
    this.authorities = authorities;
    this.caller = caller;
    this.callersView = new CallersView(authorities.nameNode(), caller);
    this.admin = authorities.administrators().has(caller);
  }

  public boolean maySee(Registration registration) {
    return admin || registration.owner().equals(caller.getShortUserName());
  }

  public boolean isAdmin() {
    return admin;
  }

  /** True for those whose requests are the cluster's own. */
  public boolean isTrusted() {
    return admin || authorities.settings().get().agents().isUserAllowed(caller);
  }

  /** Refuses whoever is neither the superuser nor named in {@code tierline.ldm.admins}. */
  public void requireAdmin() throws IOException {
    if (!admin) {
      throw new AccessControlException(
          caller.getShortUserName() + " is not an administrator of LDM");
    }
  }

  /** Refuses whoever is neither an administrator nor named in {@code tierline.ldm.agents}. */
  public void requireAgent() throws IOException {
    if (!isTrusted()) {
      throw new AccessControlException(
          caller.getShortUserName() + " is neither an agent nor an administrator of LDM");
    }
  }

  /**
   * The caller's workflow of that id. Ids are each user's own, so of others' he is not told that
   * there are any; an administrator names one of those as {@code ID@@USER} where several users have
   * one of that id.
   */
  public Registration ownRegistration(String id) throws IOException {
    LineageView view = authorities.registry().view();
    Registration own = view.registrations().get(view.idOf(caller.getShortUserName(), id));
    if (own != null && own.owner().equals(caller.getShortUserName())) {
      return own;
    }
    List<Registration> others = admin ? named(view, id) : List.of();
    if (others.isEmpty()) {
      throw new UnknownWorkflowException(id);
    }
    if (others.size() > 1) {
      throw new AmbiguousWorkflowException(
          others.size(), id, WorkflowIds.qualified(others.get(0).owner(), id));
    }
    return others.get(0);
  }

  private static List<Registration> named(LineageView view, String id) {
    List<Registration> found = new ArrayList<>();
    for (Registration each : view.registrations().values()) {
      String called = WorkflowIds.called(each.workflow().id(), each.owner());
      if (WorkflowIds.qualified(each.owner(), called).equals(id)) {
        return List.of(each);
      }
      if (called.equals(id) || each.workflow().id().equals(id)) {
        found.add(each);
      }
    }
    return found;
  }

  /** The id that the caller knows a workflow by. */
  public String idOf(Registration registration) {
    String id = registration.workflow().id();
    boolean isOwn = registration.owner().equals(caller.getShortUserName());
    return isOwn ? WorkflowIds.called(id, registration.owner()) : id;
  }

  /** Refuses a workflow with a job that the caller may not state. */
  public void requireMayRegister(Workflow workflow) throws IOException {
    for (Job job : workflow.jobs()) {
      requireUnprotected(job);
    }
    for (Job job : workflow.jobs()) {
      requireMayUse(job);
    }
  }

  /** Refuses what no job is to write or move, whoever tells of it. */
  private void requireUnprotected(Job job) throws IOException {
    ProtectedPaths paths = authorities.settings().get().paths().protectedPaths();
    List<DatasetPath> claimed = new ArrayList<>(job.writes());
    job.renames().forEach(rename -> claimed.addAll(List.of(rename.source(), rename.target())));
    for (DatasetPath path : claimed) {
      Optional<String> refusal = paths.refusal(path);
      if (refusal.isPresent()) {
        throw new AccessControlException(refusal.get());
      }
    }
  }

  /**
   * Refuses what takes over so much of the cluster that an administrator is to say so.
   *
   * @param isConfirmed whether the caller says that he means it
   */
  public void requireConfirmed(Workflow workflow, boolean isConfirmed) throws IOException {
    if (admin && isConfirmed) {
      return;
    }
    LineageView view = authorities.registry().view();
    String id = view.idOf(caller.getShortUserName(), workflow.id());
    Registration before = view.registrations().get(id);
    Optional<String> toConfirm = Reach.toConfirm(authorities, workflow, before);
    if (toConfirm.isPresent()) {
      throw new AccessControlException(
          toConfirm.get()
              + (admin ? ": register it with" : ": an administrator may register it with")
              + " ?confirm=true (hdfs ldm -confirm)");
    }
  }

  /**
   * Refuses a caller who may not write what the job writes and read what it reads.
   *
   * @throws LineageException when HDFS takes no such path
   */
  public void requireMayUse(Job job) throws IOException {
    requirePossible(job);
    requireUnprotected(job);
    if (admin) {
      return;
    }
    for (DatasetUse use : job.uses()) {
      require(use.dataset(), use.access() == Access.WRITE ? FsAction.WRITE : FsAction.READ);
    }
    for (Rename rename : job.renames()) {
      require(rename.source(), FsAction.WRITE);
      require(rename.target(), FsAction.WRITE);
    }
  }

  private static void requirePossible(Job job) throws LineageException {
    for (DatasetUse use : job.uses()) {
      requirePossible(use.dataset());
    }
    for (Rename rename : job.renames()) {
      requirePossible(rename.source());
      requirePossible(rename.target());
    }
  }

  private static void requirePossible(DatasetPath dataset) throws LineageException {
    boolean isKnown = dataset.fileSystem().isEmpty() && !dataset.isSymbolic();
    if (isKnown && !DFSUtilClient.isValidName(dataset.base())) {
      throw new LineageException("HDFS takes no such path: " + dataset);
    }
  }

  private void require(DatasetPath dataset, FsAction action) throws IOException {
    WorkTime.check();
    if (action == FsAction.READ && (dataset.isGlob() || dataset.isLiteral())) {
      requireReadOfOthersBelow(dataset);
    }
    if (dataset.isGlob() && dataset.fileSystem().isEmpty()) {
      requireBase(dataset, action);
    }
    if (dataset.isLiteral() && !isAnswered(dataset.path(), action)) {
      callersView.ask(
          nameNode -> {
            String existing = nearestExisting(nameNode, dataset.path());
            // An input that is not there yet is read once it is written, under its own permissions.
            boolean counts = action == FsAction.WRITE || existing.equals(dataset.path());
            if (counts && !allowed.contains(action + existing)) {
              nameNode.checkAccess(existing, action);
              allowed.add(action + existing);
            }
            return existing;
          });
    }
  }

  /**
   * Whether all that there is to ask about a path was asked before: there is nothing in its
   * directory's place, and what may be done in the nearest one above is known.
   */
  private boolean isAnswered(String path, FsAction action) {
    return directories
        .aboveMissing(NearestExisting.directoryOf(path))
        .filter(above -> action == FsAction.READ || allowed.contains(action + above))
        .isPresent();
  }

  /**
   * A reader of a directory or a pattern has a say in where all the data below it lies, so each
   * managed dataset of others there has to be open to him, as it would have to be to his job.
   */
  private void requireReadOfOthersBelow(DatasetPath dataset) throws IOException {
    Set<String> others = below(othersDatasets(), dataset.base());
    if (others.isEmpty()) {
      return;
    }
    List<String> below =
        others.stream()
            .filter(root -> !root.equals(dataset.path()))
            .filter(root -> dataset.covers(new DatasetPath("", root)))
            .filter(this::isOthersThere)
            .limit(MOST_BELOW + 1L)
            .toList();
    boolean readable = below.size() <= MOST_BELOW;
    for (int i = 0; i < below.size() && readable; i++) {
      readable = mayRead(below.get(i));
    }
    if (!readable) {
      throw new AccessControlException(
          ("%s holds managed data of others, more than %d datasets or not all readable by %s:"
                  + " state what is read there")
              .formatted(dataset.path(), MOST_BELOW, caller.getShortUserName()));
    }
  }

  private boolean mayRead(String root) throws IOException {
    try {
      callersView.ask(
          nameNode -> {
            if (nearestExisting(nameNode, root).equals(root)) {
              nameNode.checkAccess(root, FsAction.READ);
            }
            return null;
          });
      return true;
    } catch (AccessControlException mayNot) {
      return false;
    }
  }

  /** In the order of paths those below one follow it: '0' comes after '/'. */
  private static Set<String> below(NavigableSet<String> paths, String base) {
    return base.equals("/") ? paths : paths.subSet(base + "/", true, base + "0", false);
  }

  /** Gathered once for all that a request names, in order, so that each name looks at few. */
  private NavigableSet<String> othersDatasets() {
    if (othersDatasets == null) {
      LineageView view = authorities.registry().view();
      othersDatasets =
          view.groups().stream()
              .flatMap(LinkedWorkflows::stated)
              .filter(dataset -> !dataset.owner().equals(caller.getShortUserName()))
              .map(ManagedDataset::root)
              .collect(Collectors.toCollection(TreeSet::new));
    }
    return othersDatasets;
  }

  /** What somebody only states of a path keeps nobody else from reading there. */
  private boolean isOthersThere(String root) {
    ManagedDataset counting = authorities.ownership().managed(authorities.registry().view(), root);
    return counting != null && !counting.owner().equals(caller.getShortUserName());
  }

  /** What a pattern matches is found by listing the directory that its wildcards begin under. */
  private void requireBase(DatasetPath pattern, FsAction action) throws IOException {
    callersView.ask(
        nameNode -> {
          String existing = nearestExisting(nameNode, pattern.base());
          requireListable(nameNode, existing);
          if (action == FsAction.WRITE) {
            nameNode.checkAccess(existing, action);
          }
          return existing;
        });
  }

  /** Administrators may speak for others; everybody may for himself. */
  public boolean maySpeakFor(String user) {
    return admin || caller.getShortUserName().equals(user);
  }

  /**
   * Refuses a caller who may not list the path: a directory must be readable, a file reachable; of
   * what is not there, the nearest directory above it counts.
   */
  public void requireMaySee(String path) throws IOException {
    if (!admin) {
      callersView.ask(
          nameNode -> {
            String existing = nearestExisting(nameNode, path);
            requireListable(nameNode, existing);
            return existing;
          });
    }
  }

  private static void requireListable(NamenodeProtocols nameNode, String existing)
      throws IOException {
    HdfsFileStatus status = nameNode.getFileInfo(existing);
    if (status != null && status.isDirectory()) {
      nameNode.checkAccess(existing, FsAction.READ_EXECUTE);
    }
  }

  /** Whether {@link #requireMaySee} lets the path pass; where that cannot be told it does not. */
  public boolean maySee(String path) throws IOException {
    try {
      requireMaySee(path);
      return true;
    } catch (AccessControlException
        | StandbyException
        | UnresolvedLinkException
        | FileNotFoundException mayNot) {
      return false;
    }
  }

  /** A job's name, if its workflow is the caller's to see; one that has left is nobody's. */
  public String nameOf(JobId job) {
    Registration registration = authorities.registry().view().registrations().get(job.workflow());
    if (registration == null) {
      return admin ? job.toString() : OTHERS_JOB;
    }
    return maySee(registration) ? new JobId(idOf(registration), job.job()).toString() : OTHERS_JOB;
  }

  private String nearestExisting(NamenodeProtocols nameNode, String path) throws IOException {
    return directories.of(path, asked -> nameNode.getFileInfo(asked) != null);
  }
}
