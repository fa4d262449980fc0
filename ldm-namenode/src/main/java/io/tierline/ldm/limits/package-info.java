/** What one user may have of everything that others need too. Pure. */
@NullMarked
package io.tierline.ldm.limits;

import org.jspecify.annotations.NullMarked;
