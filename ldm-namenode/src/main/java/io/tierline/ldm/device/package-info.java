/** What agents have measured of the storage devices, for as long as it is worth something. Pure. */
@NullMarked
package io.tierline.ldm.device;

import org.jspecify.annotations.NullMarked;
