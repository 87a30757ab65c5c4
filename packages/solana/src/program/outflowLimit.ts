import { encodeAddress } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { depositoryAddresses } from './depositoryAddresses.js';
import { defineLayout, field, type Layout } from './layout.js';
import { programAddress } from './programAddress.js';
import { programs } from './programs.js';

/** Terms of a limit: a bucket that releases empty and time refills. */
export interface LimitTerms {
  /** Largest amount at once, in the smallest unit; {@link unlimited} lets everything through. */
  readonly capacity: bigint;
  /** Seconds in which an empty bucket refills: a year at most. */
  readonly window: bigint;
}

/** Contents of the account that limits what leaves a vault of one token. */
export interface OutflowLimit extends LimitTerms {
  /** A mint, or the system program's address for SOL. */
  readonly token: string;
  /** Amount that was used of the capacity at `usedAt`, before any refill. */
  readonly used: bigint;
  /** Unix seconds. */
  readonly usedAt: bigint;
  readonly pendingCapacity: bigint;
  readonly pendingWindow: bigint;
  /** Unix seconds from which the pending terms may be applied; 0 where none are. */
  readonly pendingDue: bigint;
  readonly bump: bigint;
}

/** Depository and token of a limit. */
export interface LimitPlace {
  readonly depository: string;
  /** A mint, or the system program's address for SOL. */
  readonly token: string;
}

/** Capacity that lets everything through. */
export const unlimited: bigint = (1n << 64n) - 1n;

const layout: Layout<OutflowLimit> = defineLayout('account:OutflowLimit', {
  token: field.address,
  capacity: field.u64,
  window: field.u64,
  used: field.u64,
  usedAt: field.i64,
  pendingCapacity: field.u64,
  pendingWindow: field.u64,
  pendingDue: field.i64,
  bump: field.u64,
});

const openLayout = defineLayout('global:open_limit', { token: field.address });

/**
 * The account that limits what leaves the vault in a token.
 *
 * @example
 * ```ts
 * outflowLimitAddress({ depository, token: mint });
 * ```
 */
export function outflowLimitAddress({ depository, token }: LimitPlace): string {
  const seed = new TextEncoder().encode('limit');
  return programAddress([seed, encodeAddress(token)], depository).address;
}

/**
 * Instruction that opens the limit of a token under the depository's default terms, once. Anybody
 * may send it, and nothing leaves the vault in a token without one.
 *
 * @param payer - pays the rent of 104 bytes, which stays there
 * @example
 * ```ts
 * openOutflowLimit(solver, { depository, token: mint });
 * ```
 */
export function openOutflowLimit(payer: string, place: LimitPlace): Instruction {
  const key = (
    pubkey: string,
    isWritable: boolean,
    isSigner = false,
  ): Instruction['keys'][number] => ({ pubkey, isSigner, isWritable });
  return {
    programId: place.depository,
    keys: [
      key(depositoryAddresses(place.depository).config, false),
      key(payer, true, true),
      key(outflowLimitAddress(place), true),
      key(programs.system, false),
    ],
    data: openLayout.encode({ token: place.token }),
  };
}

/**
 * Reads the account of a limit, or undefined where the bytes are none.
 *
 * @example
 * ```ts
 * readOutflowLimit(account.data)?.capacity;
 * ```
 */
export function readOutflowLimit(data: Uint8Array): OutflowLimit | undefined {
  return layout.decode(data);
}

/**
 * Amount that the limit lets out at a time, rounded down as the program does it.
 *
 * @param time - Unix seconds by the cluster's clock
 * @example
 * ```ts
 * availableOutflow(limit, 1_800_000_000n);
 * ```
 */
export function availableOutflow(limit: OutflowLimit, time: bigint): bigint {
  if (limit.capacity === unlimited) return unlimited;
  const elapsed = time > limit.usedAt ? time - limit.usedAt : 0n;
  const refilled = (elapsed * limit.capacity) / limit.window;
  const used = limit.used > refilled ? limit.used - refilled : 0n;
  return limit.capacity > used ? limit.capacity - used : 0n;
}
