/** What a migration would cost and save, before anything is moved. Pure. */
@NullMarked
package io.tierline.ldm.whatif;

import org.jspecify.annotations.NullMarked;
