/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.examples.RandomTextWriter;
import org.apache.hadoop.examples.Sort;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.WordStandardDeviation;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * The jobs of Hadoop's examples, in an order in which each finds the input that an earlier one
 * left.
 */
enum HadoopJob {
  RANDOM_TEXT_WRITER {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      conf.setLong(RandomTextWriter.TOTAL_BYTES, bytes);
      conf.setLong(RandomTextWriter.BYTES_PER_MAP, bytes / MAPS);
      tool(conf, new RandomTextWriter(), "-outFormat", TextOutputFormat.class.getName(), TEXT);
    }
  },
  GREP {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      // Its constructor is private.
      tool(conf, ReflectionUtils.newInstance(Grep.class, conf), TEXT, "/grep", "[a-z]*gnos[a-z]*");
    }
  },
  SORT {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      String text = Text.class.getName();
      String input = KeyValueTextInputFormat.class.getName();
      String output = TextOutputFormat.class.getName();
      List<String> formats = List.of("-inFormat", input, "-outFormat", output);
      List<String> types = List.of("-outKey", text, "-outValue", text);
      List<String> paths = List.of("-r", Integer.toString(REDUCES), TEXT, "/sorted");
      tool(conf, new Sort<Text, Text>(), concat(formats, types, paths));
    }
  },
  WORDCOUNT {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      // The example's main makes a configuration of its own, so the job is put together here.
      conf.setInt(REDUCES_KEY, REDUCES);
      Job job = Job.getInstance(conf, "word count");
      job.setJarByClass(WordCount.class);
      job.setMapperClass(WordCount.TokenizerMapper.class);
      job.setCombinerClass(WordCount.IntSumReducer.class);
      job.setReducerClass(WordCount.IntSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
      FileInputFormat.addInputPath(job, new Path(TEXT));
      FileOutputFormat.setOutputPath(job, new Path("/counts"));
      if (!job.waitForCompletion(false)) {
        throw new IOException("the job word count failed");
      }
    }
  },
  WORD_STD_DEV {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      tool(conf, new WordStandardDeviation(), TEXT, "/deviation");
    }
  },
  TERAGEN {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      conf.setInt("mapreduce.job.maps", MAPS);
      tool(conf, new TeraGen(), Long.toString(bytes / ROW_BYTES), ROWS);
    }
  },
  TERASORT {
    @Override
    void run(Configuration conf, long bytes) throws Exception {
      conf.setInt(REDUCES_KEY, REDUCES);
      tool(conf, new TeraSort(), ROWS, "/sorted-rows");
    }
  };

  /** Tasks of a job; the cluster runs about as many at a time. */
  static final int MAPS = 4;

  private static final int REDUCES = 2;
  private static final int ROW_BYTES = 100;
  private static final String REDUCES_KEY = "mapreduce.job.reduces";
  private static final String TEXT = "/text";
  private static final String ROWS = "/rows";

  /**
   * Runs the job and waits for its end.
   *
   * @param conf the cluster's; the job may change it
   * @param bytes how much data, for jobs that make it
   */
  abstract void run(Configuration conf, long bytes) throws Exception;

  /** As in the workload's name: {@code random-text-writer}. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String[] concat(List<String> first, List<String> second, List<String> third) {
    return Stream.of(first, second, third).flatMap(List::stream).toArray(String[]::new);
  }

  private static void tool(Configuration conf, Tool tool, String... arguments) throws Exception {
    int status = ToolRunner.run(conf, tool, arguments);
    if (status != 0) {
      throw new IOException(tool.getClass().getSimpleName() + " ended with status " + status);
    }
  }
}
