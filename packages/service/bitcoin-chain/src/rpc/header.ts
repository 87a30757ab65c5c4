import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import type { Cursor } from '@portage/core/chain';
import { malformedReply } from '@portage/chain-kit';
import { crypto } from 'bitcoinjs-lib';
import { idOf } from './parse.js';

/** A block and its parent. */
export interface Header extends Cursor {
  readonly parentHash: string;
}

const headerBytes = 80;
/** The easiest target that a block of each network may have. */
const easiestTargets: Readonly<Record<BitcoinNetwork, bigint>> = {
  mainnet: 0xffffn << 208n,
  testnet: 0xffffn << 208n,
  regtest: 0x7fffffn << 232n,
};

/**
 * Reads the 80 bytes of a header, and makes sure that its hash is below the target that it claims.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readHeader(height: number, bytes: Uint8Array, network: BitcoinNetwork): Header {
  if (bytes.length !== headerBytes) throw malformedReply('header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hash = idOf(crypto.hash256(bytes));
  const target = readTarget(view.getUint32(72, true));
  if (target > easiestTargets[network] || BigInt(`0x${hash}`) > target)
    throw malformedReply('header: it has no proof of work');
  return { height, hash, time: view.getUint32(68, true), parentHash: idOf(bytes.subarray(4, 36)) };
}

/** Target in its compact form: an exponent of a byte and three bytes behind it. */
function readTarget(bits: number): bigint {
  const size = bits >>> 24;
  const word = BigInt(bits & 0x7fffff);
  // A negative target, or one of nothing, is below every hash.
  if ((bits & 0x800000) !== 0 || size > 32) return 0n;
  return size <= 3 ? word >> BigInt(8 * (3 - size)) : word << BigInt(8 * (size - 3));
}

/** The part of a header that is stored. */
export function cursorOf({ height, hash, time }: Header): Cursor {
  return { height, hash, time };
}
