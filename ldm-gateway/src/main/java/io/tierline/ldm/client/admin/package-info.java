/** {@code hdfs ldm}: the operator's commands. */
package io.tierline.ldm.client.admin;
