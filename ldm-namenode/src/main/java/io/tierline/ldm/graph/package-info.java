/** The block graph: what is written, who will read it, and how soon. Pure. */
package io.tierline.ldm.graph;
