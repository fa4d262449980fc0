/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The one place where Tierline reaches package-private members of the NameNode itself: a listing
 * that is not audited. As of Hadoop 3.4.2 to 3.5.0.
 */
package org.apache.hadoop.hdfs.server.namenode;
