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
 * The data of a call that makes a signed deposit on a fake chain; a second one with the same data
 * reverts.
 *
 * @example
 * ```ts
 * const data = fakeSignedDeposit({ payer: fakeAddress('alice'), orderId, currency: fakeNative, amount: 5n });
 * ```
 */
export function fakeSignedDeposit({ payer, orderId, currency, amount }: FakeSignedDeposit): string {
  return bytesToHex(
    new TextEncoder().encode(
      JSON.stringify({ payer, orderId, currency, amount: amount.toString() }),
    ),
  );
}

/** What {@link fakeSignedDeposit} was made of. @throws Error when it was not */
export function readSignedDeposit(data: string): FakeSignedDeposit {
  return schema.parse(JSON.parse(new TextDecoder().decode(hexToBytes(data))));
}
