import type { FillIntent, GasOperation } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import { tokenRent, transactionFee, type Market } from './createFees.js';

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
  swapNative: 10_000,
  swapToken: 10_000,
  fillNative: 40_000,
  fillToken: 100_000,
  refundNative: 50_000,
  refundToken: 110_000,
  sweepNative: 30_000,
  sweepToken: 60_000,
} as const;

/** Signatures of what the solver does not sign alone. */
const twoSignatures = 2n;

/** Operation whose compute units are limited. */
export interface LimitedOperation {
  readonly type: 'deposit' | 'send' | 'swap' | 'fill' | 'refund' | 'collection' | 'sweep';
  readonly currency: string;
  /** Units of a swap before it; undefined without one. */
  readonly swapGas?: number | undefined;
  /** Units of the calls behind it; undefined without any. */
  readonly callsGas?: number | undefined;
}

/** Units of opening the account that a swap pays into, whatever its address. */
const swapAccountUnits = 40_000;

/** Units of an instruction of a caller that names no limit, as the chain allows each. */
const unitsPerCall = 200_000;
/** Leaves room for the payment within the 1,400,000 units of a transaction. */
export const callUnitsMax = 1_000_000;

/** Units that calls may use which name no limit of their own, all of them together. */
export function defaultCallUnits(count: number): number {
  return Math.min(count * unitsPerCall, callUnitsMax);
}

/** Units that the calls of a fill may use; undefined without calls. */
export function callUnits({
  calls,
  callsGas,
}: Pick<FillIntent, 'calls' | 'callsGas'>): number | undefined {
  return calls.length === 0 ? undefined : (callsGas ?? defaultCallUnits(calls.length));
}

/** Compute units that a transaction asks for. */
export function computeUnitLimit({
  type,
  currency,
  swapGas,
  callsGas = 0,
}: LimitedOperation): number {
  const kind = currency === solanaCodec.nativeCurrency ? 'Native' : 'Token';
  // Both are one request of the allocator.
  const own = limits[`${type === 'collection' ? 'refund' : type}${kind}`];
  return own + callsGas + (swapGas === undefined ? 0 : swapAccountUnits + swapGas);
}

/**
 * Cost of an operation to its sender, in lamports: fees, and the rent of the marker that makes a
 * payment happen once. A refund of a token may have to open the recipient's account, and always
 * counts it: else a recipient that closes the account before a refund earns its rent. The rent that
 * a send lays out depends on its recipient and is counted with that. Nothing is approved
 * beforehand. A transfer to a deposit address opens its token account, whose rent a sweep gives to
 * the solver; that the sweep earns it is not counted.
 */
export function operationCost(
  operation: GasOperation,
  { price, rent }: Market,
  tokenProgramOf: TokenProgramOf,
): bigint {
  if (operation.type === 'approve') return 0n;
  // The one call that is made on this chain is a sweep.
  if (operation.type === 'relay')
    return transactionFee(twoSignatures, BigInt(operation.gasLimit), price);
  const { type, currency } = operation;
  const limited = type === 'transfer' ? 'send' : type;
  const swapGas = type === 'deposit' || type === 'fill' ? operation.swapGas : undefined;
  const callsGas = type === 'fill' ? callUnits(operation) : undefined;
  // The signatures of the allocator and of a deposit address are checked by the chain, for a fee;
  // so is that of the swap key, which may sign wherever the solver swaps.
  const isSwappingFill = type === 'fill' && swapGas !== undefined;
  const fee = transactionFee(
    type === 'refund' || type === 'collection' || type === 'sweep' || isSwappingFill
      ? twoSignatures
      : 1n,
    BigInt(computeUnitLimit({ type: limited, currency, swapGas, callsGas })),
    price,
  );
  if (type === 'deposit' || type === 'send' || type === 'sweep') return fee;
  const accountRent =
    currency === solanaCodec.nativeCurrency ? 0n : tokenRent(rent, tokenProgramOf(currency));
  if (type === 'transfer') return fee + accountRent;
  return fee + rent.marker + (type === 'refund' ? accountRent : 0n);
}
