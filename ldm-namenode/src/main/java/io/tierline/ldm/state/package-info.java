/**
 * What LDM keeps of its registrations, in which form, and how it is brought back. Pure: where it is
 * kept is a {@link io.tierline.ldm.state.StateStore}.
 *
 * <p>Large by its public values: one record for each kind of thing that is kept.
 */
package io.tierline.ldm.state;
