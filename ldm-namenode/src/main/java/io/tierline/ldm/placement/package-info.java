/**
 * Decisions: which medium each replica of a block is given. Pure; which node carries it stays with
 * the host's own rules.
 *
 * <p>Large by its public values: the tiers, ratings and plans that a decision takes and gives.
 */
@NullMarked
package io.tierline.ldm.placement;

import org.jspecify.annotations.NullMarked;
