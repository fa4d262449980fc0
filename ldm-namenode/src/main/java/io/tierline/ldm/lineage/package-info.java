/**
 * The lineage model: workflows, their jobs, the datasets that jobs read and write, and the task
 * graph they form. Pure: nothing here knows Hadoop, a clock or a file system.
 *
 * <p>Large by its public values: it is the vocabulary that all other packages share.
 */
@NullMarked
package io.tierline.ldm.lineage;

import org.jspecify.annotations.NullMarked;
