/** What makes the adapters into one LDM, and brings other settings into force. */
package io.tierline.ldm.namenode.runtime;
