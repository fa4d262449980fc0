/**
 * What LDM keeps of its registrations, in which form, and how it is brought back. Pure: where it is
 * kept is a {@link io.tierline.ldm.state.StateStore}.
 */
package io.tierline.ldm.state;
