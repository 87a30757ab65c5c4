import { PortageError } from '@portage/core';
import type { Cursor } from '@portage/core/chain';

/** Seconds that a block may be ahead of our clock: clocks may differ by less. */
const aheadSecondsMax = 900;

/** Clock that the time of blocks is held against. */
export interface BlockClock {
  /** Whether the clock of the chain may be anywhere, as on a devnet. */
  readonly devnet: boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Passes a block on whose time can be true: not far ahead of our clock.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const header = checkBlockTime(readHeader(block), { devnet: false, clock: Date.now });
 * ```
 */
export function checkBlockTime<Header extends Pick<Cursor, 'time'>>(
  header: Header,
  { devnet, clock }: BlockClock,
): Header {
  if (!devnet && header.time > clock() / 1000 + aheadSecondsMax)
    throw wrongTime('far in the future');
  return header;
}

/**
 * Makes sure that the times of consecutive blocks do not fall, and stay within those of the blocks
 * before and after them, which a quorum has told.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * checkBlockTimes([tip, ...headers, head]);
 * ```
 */
export function checkBlockTimes(blocks: readonly Pick<Cursor, 'time'>[]): void {
  for (const [index, { time }] of blocks.entries())
    if (time < (blocks[index - 1]?.time ?? 0)) throw wrongTime('before that of its parent');
}

function wrongTime(how: string): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: `A chain endpoint sent a block whose time is ${how}.`,
  });
}
