/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The presets, as descriptions that a user might have written (description.h), and where their
 * figures come from.
 */
#include "presets.h"

/*
 * The 250 GB SATA disk of the source (Mishra 2018, chapter 3, which names no model): a desktop
 * drive of its class, Seagate Barracuda 7200.7 to 7200.10. From that series' product manuals: 7,200
 * rpm, 8.5 ms mean read seek, 488,397,168 sectors, up to 78 MB/s sustained at the outer edge, 16 MB
 * buffer. Ours: zones (inner rate 55 % of the outer), full stroke, settle and overheads. No NCQ, as
 * in the source's setting; the write cache on, as such drives are shipped: without it every write
 * that follows another one comes a turn of the platter late, whatever the scheduler does.
 */
static const char sata_250g[] = "kind = hdd\n"
				"name = sata-250g\n"
				"sectors = 488397168\n"
				"rpm = 7200\n"
				"heads = 4\n"
				"zone = 0 6911 1424\n"
				"zone = 6912 13824 1381\n"
				"zone = 13825 20737 1339\n"
				"zone = 20738 27650 1296\n"
				"zone = 27651 34563 1253\n"
				"zone = 34564 41476 1211\n"
				"zone = 41477 48389 1168\n"
				"zone = 48390 55302 1125\n"
				"zone = 55303 62215 1083\n"
				"zone = 62216 69128 1040\n"
				"zone = 69129 76041 997\n"
				"zone = 76042 82954 955\n"
				"zone = 82955 89867 912\n"
				"zone = 89868 96780 869\n"
				"zone = 96781 103693 827\n"
				"zone = 103694 110606 784\n"
				"seek_three_ms = 0.8 8.5 17.5\n"
				"head_switch_ms = 0.7\n"
				"write_settle_ms = 0.3\n"
				"read_overhead_ms = 0.15\n"
				"write_overhead_ms = 0.15\n"
				"hit_overhead_ms = 0.1\n"
				"bus_mb_s = 300\n"
				"buffer_segments = 14\n"
				"buffer_segment_kib = 1024\n"
				"read_ahead_kib = 1024\n"
				"write_cache = on\n"
				"write_cache_kib = 2048\n"
				"ncq = 1\n";

/*
 * Seagate Exos X16 16 TB (ST16000NM001G), data sheet and SATA product manual: 7,200 rpm, 4.16 ms
 * mean latency, 261 MB/s sustained at the outer edge, helium, 9 discs and 18 heads, 256 MB buffer,
 * 31,251,759,104 sectors, NCQ 32, write cache on when it is shipped. The manual gives no mean seek:
 * 8.2 ms is that of its kind. Ours: zones (inner rate half of the outer), full stroke, head switch
 * (as long as the shortest seek: at this track density a head must find its own track), settle,
 * overheads and the buffer's division.
 */
static const char hdd_16t[] = "kind = hdd\n"
			      "name = hdd-16t\n"
			      "sectors = 31251759104\n"
			      "rpm = 7200\n"
			      "heads = 18\n"
			      "mapping = serpentine\n"
			      "zone = 0 20297 4752\n"
			      "zone = 20298 40595 4649\n"
			      "zone = 40596 60894 4545\n"
			      "zone = 60895 81192 4442\n"
			      "zone = 81193 101490 4339\n"
			      "zone = 101491 121789 4235\n"
			      "zone = 121790 142087 4132\n"
			      "zone = 142088 162386 4029\n"
			      "zone = 162387 182684 3926\n"
			      "zone = 182685 202982 3822\n"
			      "zone = 202983 223281 3719\n"
			      "zone = 223282 243579 3616\n"
			      "zone = 243580 263877 3512\n"
			      "zone = 263878 284176 3409\n"
			      "zone = 284177 304474 3306\n"
			      "zone = 304475 324773 3202\n"
			      "zone = 324774 345071 3099\n"
			      "zone = 345072 365369 2996\n"
			      "zone = 365370 385668 2893\n"
			      "zone = 385669 405966 2789\n"
			      "zone = 405967 426264 2686\n"
			      "zone = 426265 446563 2583\n"
			      "zone = 446564 466861 2479\n"
			      "zone = 466862 487160 2376\n"
			      "seek_three_ms = 0.7 8.2 16.0\n"
			      "head_switch_ms = 0.7\n"
			      "write_settle_ms = 0.2\n"
			      "read_overhead_ms = 0.08\n"
			      "write_overhead_ms = 0.08\n"
			      "hit_overhead_ms = 0.05\n"
			      "bus_mb_s = 550\n"
			      "buffer_segments = 64\n"
			      "buffer_segment_kib = 2048\n"
			      "read_ahead_kib = 2048\n"
			      "write_cache = on\n"
			      "write_cache_kib = 65536\n"
			      "ncq = 32\n";

/*
 * The SLC SSD of the source (Mishra 2018, chapter 4): 256 pages per block, 4 KiB pages, 0.025 ms
 * to read and 0.5 ms to write a page. Ours: 64 GB, 8 channels, 2 ms to erase a block (SLC data
 * sheets say 1.5 to 3), 7 % spare, a 300 MB/s bus, 0.02 ms per command.
 */
static const char ssd_slc[] = "kind = ssd\n"
			      "name = ssd-slc\n"
			      "sectors = 125000000\n"
			      "page_kib = 4\n"
			      "pages_per_block = 256\n"
			      "channels = 8\n"
			      "read_ms = 0.025\n"
			      "write_ms = 0.5\n"
			      "erase_ms = 2\n"
			      "spare = 0.07\n"
			      "filled = 0\n"
			      "bus_mb_s = 300\n"
			      "read_overhead_ms = 0.02\n"
			      "write_overhead_ms = 0.02\n"
			      "write_buffer_kib = 0\n"
			      "depth = 32\n";

/*
 * Samsung 990 PRO 2 TB, data sheet: 7,450 MB/s reading, 6,900 MB/s writing in sequence; with one
 * command at a time 22,000 random reads and 80,000 random writes of 4 KiB per second; 2 TB. Ours:
 * how the flash is divided (80 ways that read and write 4 KiB at a time), set so that these figures
 * come out. Writes are done once they are in its buffer, and the flash takes them at the rate of
 * its SLC cache, however long they go on: the lower rate once that is full is left out.
 */
static const char ssd_nvme[] = "kind = ssd\n"
			       "name = ssd-nvme\n"
			       "sectors = 3907029168\n"
			       "page_kib = 4\n"
			       "pages_per_block = 1024\n"
			       "channels = 80\n"
			       "read_ms = 0.04\n"
			       "write_ms = 0.0474\n"
			       "erase_ms = 3\n"
			       "spare = 0.07\n"
			       "filled = 0\n"
			       "bus_mb_s = 7450\n"
			       "read_overhead_ms = 0.005\n"
			       "write_overhead_ms = 0.0115\n"
			       "write_buffer_kib = 65536\n"
			       "depth = 256\n";

const struct device_preset device_presets[] = {
	{"sata-250g", "250 GB SATA disk of the source, Barracuda 7200 class, no NCQ", BID_TIER_HDD},
	{"hdd-16t", "16 TB 7,200 rpm disk, Seagate Exos X16 data sheet", BID_TIER_HDD},
	{"ssd-slc", "SLC SSD of the source, 0.025 ms read and 0.5 ms write per page", BID_TIER_SSD},
	{"ssd-nvme", "2 TB NVMe SSD, Samsung 990 PRO data sheet", BID_TIER_SSD},
};
const size_t device_preset_count = sizeof(device_presets) / sizeof(device_presets[0]);

const char *const preset_texts[] = {sata_250g, hdd_16t, ssd_slc, ssd_nvme};
