import type { RecipientState, Simulation } from '@portage/core/chain';
import { fresh, type ChainContext } from '../context.js';
import { claimCostPart } from '../cost/costParts.js';
import { judgeCost, pricesUnknown } from '../cost/judgeCost.js';
import { worthOf } from '../cost/worthOf.js';
import type { Budget } from '../plan/createBudget.js';
import type { ClaimRefusal, DueClaim } from './claim.js';

const readingDelayMs = 500;
const retryDelayMs = 1_000;
const capacityDelayMs = 2_000;

/** Decision about a claim that is due. */
export type ClaimDecision =
  | { readonly type: 'pay'; readonly opensAccount: boolean; readonly gasReserve: bigint }
  | ClaimRefusal;

/** Facts that the payment of a claim is decided by now. */
export interface ClaimFacts {
  /** Undefined where the recipient could not be looked up; a chain that reads none says so. */
  readonly recipient: RecipientState | 'unread' | undefined;
  /** Outcome of the payment now; undefined on a chain that is not asked. */
  readonly simulation: Simulation | undefined;
  readonly budget: Budget;
}

const wait = (delayMs: number, reason: string): ClaimRefusal => ({ type: 'wait', delayMs, reason });

/** Objection to the payment on other grounds than money. */
function objection(
  { chain, policy, lackOf }: ChainContext,
  { currency, amount, attempts, madeBy }: DueClaim,
  { recipient, simulation }: ClaimFacts,
): ClaimRefusal | undefined {
  if (madeBy !== undefined) return { type: 'made', txId: madeBy };
  if (recipient === undefined) return wait(retryDelayMs, 'the recipient could not be looked up');
  if (recipient !== 'unread' && (recipient.refusal !== undefined || amount < recipient.least))
    return { type: 'return', reason: 'TRANSFER_FAILED' };
  // Without the allowance it would revert, which is no fault of the claim.
  const lack = lackOf?.(currency, amount);
  if (lack !== undefined) return wait(retryDelayMs, lack);
  if (simulation?.status === 'reverts')
    return attempts + 1 >= policy.claims.attemptsMax
      ? { type: 'return', reason: 'TRANSFER_FAILED' }
      : {
          type: 'wait',
          delayMs: retryDelayMs,
          isFailure: true,
          reason: `it would revert: ${simulation.reason}`,
        };
  if (simulation?.status === 'unknown')
    return wait(retryDelayMs, `it could not be simulated: ${simulation.reason}`);
  const paused = chain.gas.pausedReason?.();
  return paused === undefined ? undefined : wait(capacityDelayMs, paused);
}

/**
 * Objection to the payment at the present cost of gas: it takes more of the claim than was stated.
 */
function checkCost(
  context: ChainContext,
  { currency, amount, ageMs }: DueClaim,
  cost: bigint,
): ClaimRefusal | undefined {
  const worth = worthOf(context, { currency, amount });
  if (worth === undefined) return pricesUnknown;
  const charged = worth / claimCostPart;
  const verdict = judgeCost(context, { cost, charged, worth, waitedMs: ageMs });
  if (verdict.type === 'pay') return undefined;
  return verdict.type === 'wait'
    ? verdict
    : { type: 'return', reason: 'QUOTED_GAS_LIMIT_EXCEEDED' };
}

function decide(context: ChainContext, claim: DueClaim, facts: ClaimFacts): ClaimDecision {
  const { chain, policy } = context;
  const { currency, amount } = claim;
  const refused = objection(context, claim, facts);
  if (refused !== undefined) return refused;
  const { recipient, budget } = facts;
  const rent = typeof recipient === 'object' ? recipient.rent : 0n;
  const gas = fresh(
    context,
    chain.gas.estimate({ type: 'fill', currency, recipient: claim.recipient, calls: [] }),
  );
  if (gas === undefined) return wait(readingDelayMs, 'fees are not known');
  const tooDear = checkCost(context, claim, gas + rent);
  if (tooDear !== undefined) return tooDear;
  const native = chain.native.address;
  const gasReserve = gas * policy.fills.gasReserveFactor + rent;
  const isNative = currency === native;
  if (!isNative && budget.shortage(currency, amount) !== undefined)
    return wait(capacityDelayMs, 'the solver holds too little of the currency');
  if (budget.shortage(native, isNative ? gasReserve + amount : gasReserve) !== undefined)
    return wait(capacityDelayMs, 'there is no gas for the claim');
  budget.hold(native, gasReserve);
  budget.hold(currency, amount);
  return { type: 'pay', opensAccount: rent > 0n, gasReserve };
}

/**
 * Decides about a claim that is due: pay it, wait, or give it back. What waits too long was never
 * signed, so that nothing of it can land, and is given back. Pure but for what the chain keeps in
 * memory.
 */
export function planClaim(
  context: ChainContext,
  claim: DueClaim,
  facts: ClaimFacts,
): ClaimDecision {
  const decision = decide(context, claim, facts);
  return decision.type === 'wait' && claim.ageMs >= context.policy.claims.waitMsMax
    ? { type: 'return', reason: 'SOLVER_CAPACITY_EXCEEDED' }
    : decision;
}
