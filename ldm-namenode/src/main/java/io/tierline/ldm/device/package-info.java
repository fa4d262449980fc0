/** What agents have measured of the storage devices, for as long as it is worth something. Pure. */
package io.tierline.ldm.device;
