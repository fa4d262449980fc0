/** Micro-benchmarks, one class for each question, and the main method that runs them. */
package io.tierline.benchmarks.jmh;
