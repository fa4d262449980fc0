/** What a store compacts next, and what that reads, writes and gives up. */
package io.tierline.rlsm.plan;
