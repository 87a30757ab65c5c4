import { bytesToHex, hexToBytes } from '@portage/core';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';

/** A deposit that its payer has signed for and anybody may submit. */
export interface FakeSignedDeposit {
  readonly payer: string;
  readonly orderId: string;
  readonly currency: string;
  readonly amount: bigint;
}

const schema = z.object({
  payer: z.string(),
  orderId: z.string(),
  currency: z.string(),
  amount: amountSchema.transform((text) => BigInt(text)),
});

/**
 * Encodes a call that makes a signed deposit on a fake chain. A second call with the same data
 * reverts.
 *
 * @example
 * ```ts
 * const data = fakeSignedDeposit({
 *   payer: fakeAddress('alice'),
 *   orderId,
 *   currency: fakeNative,
 *   amount: 5n,
 * });
 * ```
 */
export function fakeSignedDeposit({ payer, orderId, currency, amount }: FakeSignedDeposit): string {
  return bytesToHex(
    new TextEncoder().encode(
      JSON.stringify({ payer, orderId, currency, amount: amount.toString() }),
    ),
  );
}

/**
 * Reads the data of {@link fakeSignedDeposit}. @throws Error for any other data
 *
 * @example
 * ```ts
 * const payer = fakeAddress('alice');
 * const data = fakeSignedDeposit({ payer, orderId, currency: fakeNative, amount: 5n });
 * const { amount } = readFakeSignedDeposit(data);
 * ```
 */
export function readSignedDeposit(data: string): FakeSignedDeposit {
  return schema.parse(JSON.parse(new TextDecoder().decode(hexToBytes(data))));
}
