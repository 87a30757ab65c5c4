import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';
import { z } from 'zod';
import { addressBytes } from './fakeAddress.js';

/** Call that moves what a deposit address holds into the depository. */
export interface FakeSweep extends DepositAddressOwner {
  readonly currencies: readonly string[];
}

const schema: z.ZodType<FakeSweep> = z.object({
  orderId: z.string(),
  depositor: z.string(),
  currencies: z.array(z.string()),
});

/**
 * The deposit address of an order and its depositor, the same on all fake chains.
 *
 * @example
 * ```ts
 * const address = fakeDepositAddress({ orderId, depositor: fakeAddress('alice') });
 * ```
 */
export function depositAddressOf({ orderId, depositor }: DepositAddressOwner): string {
  const digest = createHash('sha256').update(`${orderId} ${depositor}`).digest('hex');
  return `fk${digest.slice(0, 2 * addressBytes)}`;
}

/** Encodes a sweep as the data of a call. */
export function encodeSweep(sweep: FakeSweep): string {
  return bytesToHex(new TextEncoder().encode(JSON.stringify(sweep)));
}

/**
 * Reads the data of {@link encodeSweep}; undefined for the data of another call.
 *
 * @example
 * ```ts
 * const isSweep = (data: string): boolean => readFakeSweep(data) !== undefined;
 * ```
 */
export function readSweep(data: string): FakeSweep | undefined {
  return schema.safeParse(JSON.parse(new TextDecoder().decode(hexToBytes(data)))).data;
}
