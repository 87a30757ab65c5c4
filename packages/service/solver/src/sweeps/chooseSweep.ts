import type { DepositAddresses, DepositAddressOwner } from '@portage/core/chain';
import { judgeCost } from '../cost/judgeCost.js';
import type { PricedContext } from '../cost/pricedAsset.js';
import { worthOf, type FoundCurrency } from '../cost/worthOf.js';
import { fresh } from '../context.js';

type SweepCall = ReturnType<DepositAddresses['sweep']>;

/** Part of what a sweep moves that its gas may take where no quote charged for it. */
const unchargedPart = 100n;

/** Owner of an address, and what its quote charged for a sweep. */
export interface SweptOwner extends DepositAddressOwner {
  /** Native currency; undefined in quotes from before it was kept. */
  readonly charged: bigint | undefined;
}

/** Everything that choosing a sweep works with. */
export interface SweepChoice extends PricedContext {
  readonly addresses: Pick<DepositAddresses, 'sweep'>;
}

/** A sweep whose gas is covered now. */
export interface ChosenSweep extends SweepCall {
  /** Value of what it moves, native currency; undefined where a price is not known. */
  readonly worth: bigint | undefined;
}

/**
 * The sweep of an address that is made at the gas of now: of all that is there, or of the most
 * valuable currency alone where all together cost more than was charged. Undefined while gas is too
 * dear: what is there stays until it is cheaper. Pure but for what the chain keeps in memory.
 */
export function chooseSweep(
  context: SweepChoice,
  owner: SweptOwner,
  held: readonly FoundCurrency[],
): ChosenSweep | undefined {
  const worths = held.map((one) => ({ one, worth: worthOf(context, one) }));
  const sorted = worths.sort(({ worth: a = 0n }, { worth: b = 0n }) => (a > b ? -1 : 1));
  const choices = [sorted, sorted.slice(0, 1)].map((some): ChosenSweep => {
    const { addresses } = context;
    const call = addresses.sweep(
      owner,
      some.map(({ one }) => one.currency),
      some.map(({ one }) => one.amount),
    );
    const isKnown = some.every(({ worth }) => worth !== undefined);
    return {
      ...call,
      worth: isKnown ? some.reduce((sum, { worth = 0n }) => sum + worth, 0n) : undefined,
    };
  });
  return choices.find((choice) => isCovered(context, owner, choice));
}

/**
 * Charge for a sweep, native currency: that of its quote; a hundredth of what it moves for an
 * address that is swept on another chain, or that was quoted before charges were kept.
 */
export function sweepCharge(
  charged: bigint | undefined,
  worth: bigint | undefined,
): bigint | undefined {
  return charged ?? (worth === undefined ? undefined : worth / unchargedPart);
}

function isCovered(
  context: SweepChoice,
  owner: SweptOwner,
  { gas, gasLimit, worth }: ChosenSweep,
): boolean {
  const operation = { type: 'relay', gasLimit: Number(gas ?? gasLimit) } as const;
  const cost = fresh(context, context.chain.gas.estimate(operation));
  const charged = sweepCharge(owner.charged, worth);
  return (
    cost !== undefined && judgeCost(context, { cost, charged, worth, waitedMs: 0 }).type === 'pay'
  );
}
