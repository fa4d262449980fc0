/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/** Which fast tiers take a replica. */
enum Admission {
  /** Those whose threshold its worth reaches. */
  BY_THRESHOLD,
  /** Those with room above the reserve, if it has any worth. */
  ABOVE_RESERVE,
  /** Those with room above the reserve. */
  SPARE,
  /** None: it is held for others. */
  NONE
}
