/** What is registered now, and the graphs that follow from it. Pure. */
@NullMarked
package io.tierline.ldm.registry;

import org.jspecify.annotations.NullMarked;
