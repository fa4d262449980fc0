/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.OozieWorkflowSource;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The jobs of a workflow for one action after the other. What differs between actions are mostly
 * the digits of dates, so the definition is read once with marks in their place, and the marks are
 * then filled in. Whether that gives what a reading gives is checked on the first actions of every
 * shape; where it does not, because an expression computes with the digits, each action is read.
 */
final class WorkflowRuns {
  /** Actions on which a shape is checked. */
  private static final int CHECKS = 2;

  /** Characters of the properties by which shapes are known, and how many shapes. */
  static final int CHARACTERS_MAX = 1 << 20;

  static final int SHAPES_MAX = 100;

  private final String file;
  private final XmlElement root;
  private final AppFiles beside;
  private final Map<String, String> base;
  private final Budget readings;
  private final Places places;
  private final Map<String, Shape> shapes = new HashMap<>();
  private int characters;

  /** How many definitions may still be read. */
  static final class Budget {
    private int left;

    Budget(int left) {
      this.left = left;
    }

    boolean take() {
      return left-- > 0;
    }
  }

  private static final class Shape {
    private Workflow marked;
    private int checked;
  }

  /**
   * Binds the runs of one definition.
   *
   * @param base the properties that every action's workflow gets
   * @param readings bounds the readings of definitions; one that is not allowed is refused
   * @param places the places of datasets that are known already
   */
  WorkflowRuns(
      String file,
      XmlElement root,
      AppFiles beside,
      Map<String, String> base,
      Budget readings,
      Places places) {
    this.file = file;
    this.root = root;
    this.beside = beside;
    this.base = Map.copyOf(base);
    this.readings = readings;
    this.places = places;
  }

  /**
   * The workflow of one action.
   *
   * @param varying the properties that it gets beside those that all get
   */
  Workflow of(Map<String, String> varying) throws LineageException {
    Marks marks = new Marks();
    Map<String, String> marked = marks.set(varying);
    if (marked == null) {
      return read(varying);
    }
    String key = marked.toString();
    if (key.length() > CHARACTERS_MAX) {
      return read(varying);
    }
    Shape shape = shapes.get(key);
    if (shape == null) {
      shape = new Shape();
      shape.marked = read(marked);
      keep(key, shape);
    }
    if (shape.marked == null) {
      return read(varying);
    }
    Workflow filled = filled(shape.marked, marks);
    if (shape.checked >= CHECKS) {
      return filled;
    }
    Workflow read = read(varying);
    shape.checked++;
    if (!read.jobs().equals(filled.jobs())) {
      shape.marked = null;
    }
    return read;
  }

  /** Where there is no more room all begin anew: few actions have shapes of their own. */
  private void keep(String key, Shape shape) {
    if (characters + key.length() > CHARACTERS_MAX || shapes.size() >= SHAPES_MAX) {
      shapes.clear();
      characters = 0;
    }
    shapes.put(key, shape);
    characters += key.length();
  }

  /** What the shapes that are known take. */
  int keptCharacters() {
    return characters;
  }

  /** How many shapes are known. */
  int keptShapes() {
    return shapes.size();
  }

  private Workflow read(Map<String, String> varying) throws LineageException {
    if (!readings.take()) {
      throw new LineageException("too many definitions would have to be read");
    }
    Map<String, String> properties = new LinkedHashMap<>(base);
    properties.putAll(varying);
    return new OozieWorkflowSource(file, root, properties, beside).read("action");
  }

  private Workflow filled(Workflow marked, Marks marks) {
    UnaryOperator<DatasetPath> fill =
        path -> {
          String fileSystem = marks.fill(path.fileSystem());
          String place = marks.fill(path.path());
          boolean same = fileSystem.equals(path.fileSystem()) && place.equals(path.path());
          return same ? path : places.same(new DatasetPath(fileSystem, place));
        };
    List<Job> jobs = marked.mapDatasets(fill).jobs();
    return new Workflow(marked.id(), marked.name(), jobs, marked.notes());
  }

  /** Marks in the place of digits: single characters that no definition holds. */
  static final class Marks {
    private static final char FIRST = '\uE000';
    private static final int MOST = 6_000;

    private final List<String> digits = new ArrayList<>();

    /** The properties with marks; null when they hold such characters, or too many digits. */
    Map<String, String> set(Map<String, String> properties) {
      Map<String, String> marked = new LinkedHashMap<>();
      for (var property : properties.entrySet()) {
        String value = set(property.getValue());
        if (value == null) {
          return null;
        }
        marked.put(property.getKey(), value);
      }
      return marked;
    }

    private String set(String value) {
      StringBuilder marked = new StringBuilder();
      int at = 0;
      while (at < value.length()) {
        char c = value.charAt(at);
        int end = at + 1;
        if (Character.getType(c) == Character.PRIVATE_USE || digits.size() >= MOST) {
          return null;
        }
        if (value.startsWith("://", at)) {
          end = endOfAuthority(value, at + 3);
          marked.append(value, at, end);
        } else if (isDigit(c)) {
          while (end < value.length() && isDigit(value.charAt(end))) {
            end++;
          }
          marked.append((char) (FIRST + digits.size()));
          digits.add(value.substring(at, end));
        } else {
          marked.append(c);
        }
        at = end;
      }
      return marked.toString();
    }

    /** A file system's name is no date. */
    private static int endOfAuthority(String value, int start) {
      int end = start;
      while (end < value.length() && "/,".indexOf(value.charAt(end)) < 0) {
        end++;
      }
      return end;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    String fill(String text) {
      StringBuilder filled = null;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        int number = c - FIRST;
        if (number >= 0 && number < digits.size()) {
          filled = filled == null ? new StringBuilder(text.substring(0, i)) : filled;
          filled.append(digits.get(number));
        } else if (filled != null) {
          filled.append(c);
        }
      }
      return filled == null ? text : filled.toString();
    }
  }
}
