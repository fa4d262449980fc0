/**
 * What a store compacts next, and what that reads, writes and gives up.
 *
 * <p>The rules that keep every answer as it was are in {@link io.tierline.rlsm.plan.DropRule}; what
 * is planned beyond that is a matter of cost.
 */
@NullMarked
package io.tierline.rlsm.plan;

import org.jspecify.annotations.NullMarked;
