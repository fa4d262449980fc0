/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Eight bytes at a time (Kounavis and Berry, "A Systematic Approach to Building High Performance
 * Software-based CRC Generators", 2005). A table is linear in the bits of its index: what eight
 * indexes with one bit give is enough to have the compiler make all 256 entries.
 */
#include "delta/crc.h"

#include "delta/bytes.h"

#define BIT(i, b, of) (((i) >> (b)&1u) ? (of) : 0u)
#define ENTRY(i, p, q, r, s, t, u, v, w)                                                           \
	(BIT(i, 0, p) ^ BIT(i, 1, q) ^ BIT(i, 2, r) ^ BIT(i, 3, s) ^ BIT(i, 4, t) ^ BIT(i, 5, u) ^ \
	 BIT(i, 6, v) ^ BIT(i, 7, w))
#define ENTRIES_4(i, ...)                                                                          \
	ENTRY(i, __VA_ARGS__), ENTRY((i) + 1u, __VA_ARGS__), ENTRY((i) + 2u, __VA_ARGS__),         \
		ENTRY((i) + 3u, __VA_ARGS__)
#define ENTRIES_16(i, ...)                                                                         \
	ENTRIES_4(i, __VA_ARGS__), ENTRIES_4((i) + 4u, __VA_ARGS__),                               \
		ENTRIES_4((i) + 8u, __VA_ARGS__), ENTRIES_4((i) + 12u, __VA_ARGS__)
#define ENTRIES_64(i, ...)                                                                         \
	ENTRIES_16(i, __VA_ARGS__), ENTRIES_16((i) + 16u, __VA_ARGS__),                            \
		ENTRIES_16((i) + 32u, __VA_ARGS__), ENTRIES_16((i) + 48u, __VA_ARGS__)
/* clang-format off */
#define SLICE(...)                                                                                 \
	{                                                                                          \
		ENTRIES_64(0u, __VA_ARGS__), ENTRIES_64(64u, __VA_ARGS__),                         \
		ENTRIES_64(128u, __VA_ARGS__), ENTRIES_64(192u, __VA_ARGS__)                       \
	}

/* By kind, and by how many bytes follow. */
static const uint32_t table[2][8][256] = {
	{
		SLICE(0x77073096, 0xee0e612c, 0x076dc419, 0x0edb8832, 0x1db71064, 0x3b6e20c8, 0x76dc4190, 0xedb88320),
		SLICE(0x191b3141, 0x32366282, 0x646cc504, 0xc8d98a08, 0x4ac21251, 0x958424a2, 0xf0794f05, 0x3b83984b),
		SLICE(0x01c26a37, 0x0384d46e, 0x0709a8dc, 0x0e1351b8, 0x1c26a370, 0x384d46e0, 0x709a8dc0, 0xe1351b80),
		SLICE(0xb8bc6765, 0xaa09c88b, 0x8f629757, 0xc5b428ef, 0x5019579f, 0xa032af3e, 0x9b14583d, 0xed59b63b),
		SLICE(0x3d6029b0, 0x7ac05360, 0xf580a6c0, 0x30704bc1, 0x60e09782, 0xc1c12f04, 0x58f35849, 0xb1e6b092),
		SLICE(0xcb5cd3a5, 0x4dc8a10b, 0x9b914216, 0xec53826d, 0x03d6029b, 0x07ac0536, 0x0f580a6c, 0x1eb014d8),
		SLICE(0xa6770bb4, 0x979f1129, 0xf44f2413, 0x33ef4e67, 0x67de9cce, 0xcfbd399c, 0x440b7579, 0x8816eaf2),
		SLICE(0xccaa009e, 0x4225077d, 0x844a0efa, 0xd3e51bb5, 0x7cbb312b, 0xf9766256, 0x299dc2ed, 0x533b85da),
	},
	{
		SLICE(0xf26b8303, 0xe13b70f7, 0xc79a971f, 0x8ad958cf, 0x105ec76f, 0x20bd8ede, 0x417b1dbc, 0x82f63b78),
		SLICE(0x13a29877, 0x274530ee, 0x4e8a61dc, 0x9d14c3b8, 0x3fc5f181, 0x7f8be302, 0xff17c604, 0xfbc3faf9),
		SLICE(0xa541927e, 0x4f6f520d, 0x9edea41a, 0x38513ec5, 0x70a27d8a, 0xe144fb14, 0xc76580d9, 0x8b277743),
		SLICE(0xdd45aab8, 0xbf672381, 0x7b2231f3, 0xf64463e6, 0xe964b13d, 0xd725148b, 0xaba65fe7, 0x52a0c93f),
		SLICE(0x38116fac, 0x7022df58, 0xe045beb0, 0xc5670b91, 0x8f2261d3, 0x1ba8b557, 0x37516aae, 0x6ea2d55c),
		SLICE(0xef306b19, 0xdb8ca0c3, 0xb2f53777, 0x6006181f, 0xc00c303e, 0x85f4168d, 0x0e045beb, 0x1c08b7d6),
		SLICE(0x68032cc8, 0xd0065990, 0xa5e0c5d1, 0x4e2dfd53, 0x9c5bfaa6, 0x3d5b83bd, 0x7ab7077a, 0xf56e0ef4),
		SLICE(0x493c7d27, 0x9278fa4e, 0x211d826d, 0x423b04da, 0x847609b4, 0x0d006599, 0x1a00cb32, 0x34019664),
	},
};
/* clang-format on */

uint32_t delta_crc(enum delta_crc_kind kind, uint32_t sum, const uint8_t *bytes, size_t count)
{
	const uint32_t(*t)[256] = table[kind];

	sum = ~sum;
	for (; count >= 8; count -= 8, bytes += 8) {
		uint32_t low = sum ^ (uint32_t)delta_get(bytes, 4);
		uint32_t high = (uint32_t)delta_get(bytes + 4, 4);

		sum = t[7][low & 0xff] ^ t[6][low >> 8 & 0xff] ^ t[5][low >> 16 & 0xff] ^
		      t[4][low >> 24] ^ t[3][high & 0xff] ^ t[2][high >> 8 & 0xff] ^
		      t[1][high >> 16 & 0xff] ^ t[0][high >> 24];
	}
	for (; count > 0; count--, bytes++)
		sum = sum >> 8 ^ t[0][(sum ^ *bytes) & 0xff];
	return ~sum;
}
