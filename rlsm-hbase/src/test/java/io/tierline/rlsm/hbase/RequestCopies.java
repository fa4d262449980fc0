/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;

/**
 * Copies of what a client asks for, as a region server gets them: a region changes what it is
 * given.
 */
final class RequestCopies {

  private RequestCopies() {}

  static Put of(Put put) throws IOException {
    return ProtobufUtil.toPut(ProtobufUtil.toMutation(MutationType.PUT, put));
  }

  static Delete of(Delete delete) throws IOException {
    return ProtobufUtil.toDelete(ProtobufUtil.toMutation(MutationType.DELETE, delete));
  }

  /** Filters have a state: each scanner needs its own. */
  static Scan of(Scan scan) throws IOException {
    return ProtobufUtil.toScan(ProtobufUtil.toScan(scan));
  }

  static Get of(Get get) throws IOException {
    return ProtobufUtil.toGet(ProtobufUtil.toGet(get));
  }
}
