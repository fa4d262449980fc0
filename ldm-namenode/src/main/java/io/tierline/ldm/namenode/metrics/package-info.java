/** What is counted, for metrics2. */
package io.tierline.ldm.namenode.metrics;
