/**
 * Keeps what goes wrong in our own code from the daemon that we are a guest of. Pure: it knows
 * neither Hadoop nor what it guards.
 */
@NullMarked
package io.tierline.ldm.guard;

import org.jspecify.annotations.NullMarked;
