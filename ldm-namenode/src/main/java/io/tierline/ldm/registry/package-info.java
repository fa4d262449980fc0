/** What is registered now, and the graphs that follow from it. Pure. */
package io.tierline.ldm.registry;
