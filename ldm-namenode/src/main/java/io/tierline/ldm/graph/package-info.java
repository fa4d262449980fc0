/** The block graph: what is written, who will read it, and how soon. Pure. */
@NullMarked
package io.tierline.ldm.graph;

import org.jspecify.annotations.NullMarked;
