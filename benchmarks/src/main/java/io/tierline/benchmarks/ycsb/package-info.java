/**
 * {@code ./tierline ycsb}: HBase's store engines side by side under YCSB.
 *
 * <p>{@link io.tierline.benchmarks.ycsb.Ycsb} is the command. It starts one process per engine and
 * repeat ({@link io.tierline.benchmarks.ycsb.EngineRun}), in which a ZooKeeper, a master and a
 * region server run on the local file system and are loaded by threads of the same process; each
 * leaves its figures in a file. Recipes and engines are data; what is measured, and how a figure is
 * defined, stands with {@code LoadFigures} and {@code OperationFigures}.
 *
 * <p>Large since a process that is measured and the one that compares share recipes, engines and
 * figures, by files; nothing but the command and the two programs is known outside.
 */
package io.tierline.benchmarks.ycsb;
