import { availableCoins, hasChildren, type CoinFacts } from '../coins/availableCoins.js';
import { isSameScript, outpointOf, sumOf, type OwnedCoin } from '../coins/coin.js';
import {
  feeOf,
  fundWith,
  sizeOf,
  worthSpending,
  type Draft,
  type FundedDraft,
} from '../coins/selectCoins.js';
import type { StoredTransaction } from './storedBytes.js';

/** Rate that a node asks for passing a transaction on, satoshi for a thousand virtual bytes. */
const relayRate = 1_000n;

/** Outputs of a payment before any change: who is paid, and the mark. */
const paidOutputs = 2;

/** Facts that decide how a transaction is outbid. */
export interface ReplacingFacts extends CoinFacts {
  /** Script of the solver, which pays the fee and has the change. */
  readonly solver: Uint8Array;
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: bigint;
  readonly feeRateMax: bigint;
  /** Fees of all that goes with the version that nodes have, satoshi, as far as they told. */
  readonly evictedFees?: bigint | undefined;
  /** Virtual bytes that it may have at most. Default: as many as the coins take. */
  readonly sizeMax?: number | undefined;
}

/**
 * The same coins for these outputs, at a fee for which nodes take the place of the one before
 * (BIP 125): more than its fee and that of all that spends its outputs by the size of the new one,
 * and a higher rate. It comes from the change, and from coins of the solver in blocks besides.
 * Pure.
 *
 * @returns undefined while nothing may take its place: the rate is at its ceiling, or another one
 *   of ours spends its change, whose fee moves both along
 */
export function replaceDraft(
  previous: StoredTransaction,
  outputs: Draft['outputs'],
  { solver, feeRate, feeRateMax, evictedFees = 0n, sizeMax, ...facts }: ReplacingFacts,
): FundedDraft | undefined {
  if (hasChildren(previous.txId, facts.open)) return undefined;
  // An input without a block that no version before had would be refused.
  const inBlocks = new Set(facts.confirmed.map(outpointOf));
  const spare = worthSpending(availableCoins(facts, solver), feeRate)
    .filter((coin) => inBlocks.has(outpointOf(coin)))
    .sort((one, other) => (one.value > other.value ? -1 : 1));
  const offered = (previous.fee * 1_000n) / BigInt(previous.size) + 1n;
  for (let added = 0; added <= spare.length; added += 1) {
    const inputs = [...previous.inputs, ...spare.slice(0, added)];
    const size = sizeOf(inputs, [...outputs, { script: solver, value: 0n }]);
    if (sizeMax !== undefined && size > sizeMax) return undefined;
    const paid = evictedFees > previous.fee ? evictedFees : previous.fee;
    const wanted = [
      paid + feeOf(relayRate, size),
      feeOf(offered + relayRate, size),
      feeOf(feeRate, size),
    ].reduce((most, fee) => (fee > most ? fee : most));
    if (wanted > feeOf(feeRateMax, size)) return undefined;
    // Without change it is smaller than the size that the rate was found for.
    const smallest = sizeOf(inputs, outputs);
    const rate = (wanted * 1_000n) / BigInt(smallest) + 1n;
    const funded = fundWith({ inputs: [], outputs, change: solver, feeRate: rate }, inputs);
    if (funded === undefined || funded.outputs.length === 0) continue;
    return exactFee(funded, { outputs, solver, wanted });
  }
  return undefined;
}

/** The fee that is wanted, where change can give the rest back. */
function exactFee(
  funded: FundedDraft,
  { outputs, solver, wanted }: { outputs: Draft['outputs']; solver: Uint8Array; wanted: bigint },
): FundedDraft {
  if (funded.outputs.length === outputs.length) return funded;
  const value = sumOf(funded.inputs) - sumOf(outputs) - wanted;
  return { ...funded, outputs: [...outputs, { script: solver, value }], fee: wanted };
}

/** The outputs of a payment without the solver's change, which is the last one. */
export function withoutChange(outputs: Draft['outputs'], solver: Uint8Array): Draft['outputs'] {
  const last = outputs.at(-1);
  return last !== undefined && outputs.length > paidOutputs && isSameScript(last.script, solver)
    ? outputs.slice(0, -1)
    : outputs;
}

/** Output that returns the depository's share of the inputs, to the satoshi; the rest is change. */
export function backToOwners(inputs: readonly OwnedCoin[], vault: Uint8Array): Draft['outputs'] {
  const value = sumOf(inputs.filter(({ script }) => isSameScript(script, vault)));
  return value === 0n ? [] : [{ script: vault, value }];
}
