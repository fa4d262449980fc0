/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import jakarta.el.ELContext;
import jakarta.el.ELResolver;
import jakarta.el.FunctionMapper;
import jakarta.el.ImportHandler;
import jakarta.el.ValueExpression;
import jakarta.el.VariableMapper;
import java.lang.reflect.Method;
import org.apache.el.ExpressionFactoryImpl;

/**
 * A context out of which nothing can be reached but the properties and the table of functions: no
 * bean, no class, no static member, no variable that can be set.
 */
final class ClosedContext extends ELContext {
  private static final ExpressionFactoryImpl FACTORY = new ExpressionFactoryImpl();

  private final ELResolver resolver;

  ClosedContext(Evaluation evaluation) {
    this.resolver = new PropertyResolver(evaluation);
  }

  /** Parses and evaluates one expression, given without its marks. */
  Object evaluate(String expression) {
    return FACTORY
        .createValueExpression(this, "${" + expression + "}", Object.class)
        .getValue(this);
  }

  @Override
  public ELResolver getELResolver() {
    return resolver;
  }

  @Override
  public FunctionMapper getFunctionMapper() {
    return TableOnly.INSTANCE;
  }

  @Override
  public VariableMapper getVariableMapper() {
    return NoVariables.INSTANCE;
  }

  @Override
  public ImportHandler getImportHandler() {
    return NoImports.INSTANCE;
  }

  /** Converts with our own factory: the inherited way searches the class path for one. */
  @Override
  public <T> T convertToType(Object value, Class<T> type) {
    return FACTORY.coerceToType(value, type);
  }

  private static final class TableOnly extends FunctionMapper {
    private static final TableOnly INSTANCE = new TableOnly();

    @Override
    public Method resolveFunction(String prefix, String localName) {
      String name = prefix.isEmpty() ? localName : prefix + ":" + localName;
      Method function = Functions.named(name);
      if (function == null) {
        throw new Unresolved(name + "() is known only when the workflow runs");
      }
      return function;
    }
  }

  private static final class NoVariables extends VariableMapper {
    private static final NoVariables INSTANCE = new NoVariables();

    @Override
    public ValueExpression resolveVariable(String variable) {
      return null;
    }

    @Override
    public ValueExpression setVariable(String variable, ValueExpression expression) {
      return null;
    }
  }

  private static final class NoImports extends ImportHandler {
    private static final NoImports INSTANCE = new NoImports();

    @Override
    public Class<?> resolveClass(String name) {
      return null;
    }

    @Override
    public Class<?> resolveStatic(String name) {
      return null;
    }
  }

  private static final class PropertyResolver extends ELResolver {
    private final Evaluation evaluation;

    PropertyResolver(Evaluation evaluation) {
      this.evaluation = evaluation;
    }

    @Override
    public Object getValue(ELContext context, Object base, Object property) {
      if (base != null) {
        throw new Unresolved("members of a value cannot be reached");
      }
      context.setPropertyResolved(null, property);
      return evaluation.property(String.valueOf(property));
    }

    @Override
    public Object invoke(
        ELContext context, Object base, Object method, Class<?>[] types, Object[] arguments) {
      throw new Unresolved("methods of a value cannot be called");
    }

    @Override
    public Class<?> getType(ELContext context, Object base, Object property) {
      return Object.class;
    }

    @Override
    public void setValue(ELContext context, Object base, Object property, Object value) {
      throw new Unresolved("properties cannot be set");
    }

    @Override
    public boolean isReadOnly(ELContext context, Object base, Object property) {
      return true;
    }

    @Override
    public Class<?> getCommonPropertyType(ELContext context, Object base) {
      return Object.class;
    }
  }
}
