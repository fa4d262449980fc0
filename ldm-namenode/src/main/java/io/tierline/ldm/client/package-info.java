/** A client of LDM's REST, for tools that run beside a cluster. */
package io.tierline.ldm.client;
