/**
 * Decisions: which medium each replica of a block is given. Pure; which node carries it stays with
 * the host's own rules.
 */
package io.tierline.ldm.placement;
