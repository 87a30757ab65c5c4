import type { GasOperation } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { transactionFee, type Market } from './createFees.js';

/**
 * Compute units that operations may use: at least twice what `test/program/units.node.test.ts`
 * measures. The search for the address of an account takes 1500 for each try, so the same payment
 * costs more or less by its id.
 */
const limits = {
  depositNative: 30_000,
  depositToken: 50_000,
  sendNative: 10_000,
  sendToken: 80_000,
  fillNative: 40_000,
  fillToken: 100_000,
  refundNative: 50_000,
  refundToken: 110_000,
} as const;

/** Operation whose compute units are limited. */
export interface LimitedOperation {
  readonly type: 'deposit' | 'send' | 'fill' | 'refund' | 'collection';
  readonly currency: string;
}

/** Operation whose cost is known beforehand; calls of orders run on other chains. */
export type PricedOperation = Exclude<GasOperation, { readonly type: 'relay' }>;

/** Compute units that a transaction asks for. */
export function computeUnitLimit({ type, currency }: LimitedOperation): number {
  const kind = currency === solanaCodec.nativeCurrency ? 'Native' : 'Token';
  // Both are one request of the allocator.
  return limits[`${type === 'collection' ? 'refund' : type}${kind}`];
}

/**
 * Cost of an operation to its sender, in lamports: fees, and the rent of the marker that makes a
 * payment happen once. A refund of a token may have to open the recipient's account, and always
 * counts it: else whoever closes the account before a refund earns its rent. The rent that a send
 * lays out depends on its recipient and is counted with that. Nothing is approved beforehand.
 */
export function operationCost(operation: PricedOperation, { price, rent }: Market): bigint {
  const { type, currency } = operation;
  // Deposit addresses are for payers of other chains.
  if (type === 'approve' || type === 'transfer' || type === 'sweep') return 0n;
  // The allocator's signature is one that the chain checks, and is paid for.
  const fee = transactionFee(
    type === 'refund' || type === 'collection' ? 2n : 1n,
    BigInt(computeUnitLimit({ type, currency })),
    price,
  );
  if (type === 'deposit' || type === 'send') return fee;
  const opens = type === 'refund' && currency !== solanaCodec.nativeCurrency;
  return fee + rent.marker + (opens ? rent.token : 0n);
}
