/**
 * Numbers that decisions rest on: how fast a device is from where a task runs, and how much the
 * coming readers of a block weigh. Pure.
 */
@NullMarked
package io.tierline.ldm.rating;

import org.jspecify.annotations.NullMarked;
