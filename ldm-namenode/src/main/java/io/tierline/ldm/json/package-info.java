/** The lineage document: workflows in JSON, for people, tests and the wire. Pure. */
package io.tierline.ldm.json;
