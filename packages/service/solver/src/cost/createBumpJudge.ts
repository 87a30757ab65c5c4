import type { CoversCost } from '@portage/core/plugin';
import type { Obligation, OutboxRow } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { claimCostPart, rebalanceCostPart } from './costParts.js';
import { fillFeeMax } from './fillFee.js';
import { judgeCost, type JudgedCost } from './judgeCost.js';
import { worthOf } from './worthOf.js';

/** Bounds on the cost of a payment, by which its first signature was judged. */
type Bounds = Pick<JudgedCost, 'charged' | 'worth'>;

/** Judge of a higher fee for a transaction that is signed already. */
export interface BumpJudge {
  readonly covers: CoversCost;
  /** Whether it was asked, and said no. */
  readonly isRefused: () => boolean;
}

/**
 * Makes the judge of a higher fee: the one of the first signature, at the prices of now. Nothing
 * can come off what is signed, so what is not covered stands until gas is cheaper. What several
 * payments were charged counts together where one transaction makes them.
 */
export function createBumpJudge(context: ChainContext, rows: readonly OutboxRow[]): BumpJudge {
  let isRefused = false;
  return {
    covers: (cost) => {
      const bounds = rows.map((row) => boundsOf(context, row));
      const judged = {
        cost,
        waitedMs: 0,
        charged: sumOf(bounds.map((each) => each?.charged)),
        worth: sumOf(bounds.map((each) => each?.worth)),
      };
      isRefused =
        bounds.includes(undefined) ||
        isAboveCeiling(context, rows, cost) ||
        judgeCost(context, judged).type !== 'pay';
      return !isRefused;
    },
    isRefused: () => isRefused,
  };
}

/** Whether the fills of a transaction would cost more than the operator's ceiling for each. */
function isAboveCeiling(context: ChainContext, rows: readonly OutboxRow[], cost: bigint): boolean {
  if (!rows.some(({ purpose }) => purpose === 'fill')) return false;
  const most = fillFeeMax(context);
  return most !== 'none' && (most === 'unknown' || cost > most * BigInt(rows.length));
}

/** Undefined while a price is not known without which a claim or a rebalance is not signed. */
function boundsOf(context: ChainContext, { obligation }: OutboxRow): Bounds | undefined {
  switch (obligation?.kind) {
    case undefined:
      return { charged: undefined, worth: undefined };
    case 'payout':
      return { charged: toAmount(obligation.intent.charged), worth: undefined };
    case 'relay':
      return {
        charged: toAmount(obligation.intent.charged),
        worth: toAmount(obligation.intent.worth),
      };
    case 'collection':
      return { charged: undefined, worth: worthOfMoved(context, obligation) };
    case 'rebalance':
      return partOf(worthOfMoved(context, obligation), rebalanceCostPart);
    case 'claim':
      return partOf(worthOfMoved(context, obligation), claimCostPart);
  }
}

function worthOfMoved(
  context: ChainContext,
  { intent: { currency, amount } }: Obligation<'collection' | 'rebalance' | 'claim'>,
): bigint | undefined {
  return worthOf(context, { currency, amount: BigInt(amount) });
}

function partOf(worth: bigint | undefined, part: bigint): Bounds | undefined {
  return worth === undefined ? undefined : { charged: worth / part, worth };
}

function toAmount(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}

/** All of them together; undefined where one is not known. */
function sumOf(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.reduce<bigint | undefined>(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0n,
  );
}
