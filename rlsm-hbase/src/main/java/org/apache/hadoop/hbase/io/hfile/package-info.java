/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * One of two places where Tierline reaches package-private members of HBase: the block index of an
 * HFile. Pinned to HBase 2.6.4.
 */
package org.apache.hadoop.hbase.io.hfile;
