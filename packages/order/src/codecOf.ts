import type { Codec } from '@portage/core/chain';

/** Bytes as text: 0x and an even number of lower-case hex digits. */
export type Hex = `0x${string}`;

/**
 * Finds the codec of a chain by its slug. An order names chains by slug and hashes their addresses
 * as bytes.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`
 */
export type CodecOf = (chainSlug: string) => Codec;
