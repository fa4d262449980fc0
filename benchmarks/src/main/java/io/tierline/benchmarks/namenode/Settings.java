/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

/**
 * What one process does; also the form in which the parent hands it over.
 *
 * @param contender under test
 * @param measure what is measured
 * @param repeat number of the repeat, from 1
 * @param datasets that are registered where LDM runs
 * @param files that are created; twice as many are deleted, blocks are added to a quarter of them
 * @param calls of the placement policy whose time is taken
 * @param blocks that are placed before the heap is looked at
 * @param threads that ask
 * @param pairs of turns that are measured
 * @param blocksPerDataset that are added to a dataset before the next has its turn
 * @param rpc whether the NameNode is asked over the network
 * @param directory for all data; the process creates it and leaves it
 */
record Settings(
    Contender contender,
    Measure measure,
    int repeat,
    int datasets,
    int files,
    int calls,
    long blocks,
    int threads,
    int pairs,
    int blocksPerDataset,
    boolean rpc,
    String directory) {}
