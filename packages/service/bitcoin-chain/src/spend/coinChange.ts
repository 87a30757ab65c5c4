import { dustLimit } from '@portage/bitcoin/transaction';
import { PortageError, requestFault } from '@portage/core';
import type { CoinChange } from '@portage/core/plugin';
import { outpointOf, sumOf, type OwnedCoin } from '../coins/coin.js';
import { availableCoins, type CoinFacts } from '../coins/availableCoins.js';
import { largestFirst } from '../coins/confirmCoins.js';
import {
  feeOf,
  fundWith,
  sizeOf,
  spendingCost,
  takeLargest,
  worthSpending,
  type Draft,
  type FundedDraft,
} from '../coins/selectCoins.js';

/** Coins of one change at most, in or out, so that nodes pass it on. */
const coinsMax = 200;
/** Coins that a consolidation takes at least: one alone would only cost its fee. */
const gatheredMin = 2;

/** Facts that a change is planned on. */
export interface ChangeFacts extends CoinFacts {
  /** Output script of the sender. */
  readonly solver: Uint8Array;
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: bigint;
}

/** A change with its coins. */
export interface PlannedChange extends FundedDraft {
  readonly coins: { readonly before: number; readonly after: number };
  /** Satoshi of the coins that are free afterwards. */
  readonly left: bigint;
}

/**
 * Coins and outputs of a change: all of them are the sender's own. It takes coins in blocks that no
 * open transaction spends, so that no payment loses one. Pure.
 *
 * @param inputsMax - coins that are spent at most
 * @throws PortageError `INSUFFICIENT_FUNDS` where the coins are not enough, `INVALID_REQUEST` where
 *   too few would stay
 */
export function planChange(
  change: CoinChange,
  { solver, feeRate, ...facts }: ChangeFacts,
  inputsMax: number = coinsMax,
): PlannedChange {
  const inBlocks = new Set(facts.confirmed.map(outpointOf));
  const free = worthSpending(
    availableCoins(facts, solver).filter((coin) => inBlocks.has(outpointOf(coin))),
    feeRate,
  );
  const most = Math.min(inputsMax, coinsMax);
  const funded =
    change.type === 'split'
      ? split(change, free, { solver, feeRate, most })
      : consolidate(change, free, { solver, feeRate, most });
  const before = free.length;
  const after = before - funded.inputs.length + funded.outputs.length;
  if (after < before && after < change.keep)
    throw requestFault(
      'keep',
      `${String(after)} coins would stay, fewer than ${String(change.keep)}`,
      {
        message: `${String(after)} coins would stay of ${String(before)}, and ${String(change.keep)} are kept for payments side by side.`,
        hint: 'Split a large coin first, or pass a smaller --keep.',
      },
    );
  return { ...funded, coins: { before, after }, left: sumOf(free) - funded.fee };
}

interface ChangeTerms {
  readonly solver: Uint8Array;
  readonly feeRate: bigint;
  readonly most: number;
}

/** The largest coins become so many of one value. Those that are no larger stay as they are. */
function split(
  { count, value }: Extract<CoinChange, { readonly type: 'split' }>,
  free: readonly OwnedCoin[],
  { solver, feeRate, most }: ChangeTerms,
): FundedDraft {
  if (count < 2 || count > coinsMax)
    throw requestFault('count', `is not between 2 and ${String(coinsMax)}`);
  if (value < dustLimit(solver))
    throw requestFault(
      'value',
      `is below ${String(dustLimit(solver))}, which nodes do not pass on`,
    );
  const cost = spendingCost(feeRate);
  if (value <= cost)
    throw requestFault('value', `costs ${String(cost)} satoshi to spend, and is no more`);
  const outputs = splitOutputs(count, value, solver);
  const larger = largestFirst(free.filter((coin) => coin.value > value));
  const draft: Draft = { inputs: [], outputs, change: solver, feeRate };
  // Coins that a reorg may take away are spent where no others are enough.
  const sets = [larger.filter(({ isFinal }) => isFinal === true), larger];
  for (const coins of sets) {
    const funded = takeLargest(draft, coins.slice(0, most));
    if (funded !== undefined) return funded;
  }
  const fee = feeOf(feeRate, sizeOf(larger.slice(0, most), [...outputs]));
  throw new PortageError('INSUFFICIENT_FUNDS', {
    message: `${String(count)} coins of ${String(value)} satoshi and the fee are ${String(sumOf(outputs) + fee)}; the free coins above that value are ${String(sumOf(larger.slice(0, most)))}.`,
    hint: 'Ask for fewer or smaller coins, or wait until payments are in blocks.',
  });
}

function splitOutputs(count: number, value: bigint, script: Uint8Array): FundedDraft['outputs'] {
  return Array.from({ length: count }, () => ({ script, value }));
}

/** Deep coins below a value become one: there is no hurry for what a reorg may take away. */
function consolidate(
  { below }: Extract<CoinChange, { readonly type: 'consolidate' }>,
  free: readonly OwnedCoin[],
  { solver, feeRate, most }: ChangeTerms,
): FundedDraft {
  const small = free.filter(({ value, isFinal }) => value < below && isFinal === true);
  const inputs = largestFirst(small).slice(0, most);
  const draft: Draft = { inputs, outputs: [], change: solver, feeRate };
  const funded = inputs.length < gatheredMin ? undefined : fundWith(draft, inputs);
  if (funded !== undefined && funded.outputs.length > 0) return funded;
  throw new PortageError('INSUFFICIENT_FUNDS', {
    message: `There is nothing to gather: ${String(small.length)} deep coins below ${String(below)} satoshi bring more than their fee.`,
    hint: 'Raise the value, or wait until fees are lower.',
  });
}

/**
 * Outputs of a change before what is left over, which a version with a higher fee keeps. Pure.
 */
export function keptOutputs(change: CoinChange, script: Uint8Array): FundedDraft['outputs'] {
  return change.type === 'split' ? splitOutputs(change.count, change.value, script) : [];
}
