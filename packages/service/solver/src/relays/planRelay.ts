import type { FailReason } from '@portage/core';
import type { Simulation } from '@portage/core/chain';
import type { DueRelay } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { judgeCost } from '../cost/judgeCost.js';
import type { Budget } from '../plan/createBudget.js';
import { sweepCharge } from '../sweeps/chooseSweep.js';

const readingDelayMs = 500;

/**
 * Before a call that fails in a simulation is tried again: the chain may have been looked at too
 * early.
 */
const retryDelayMs = 1_000;

/** Decision about the job of a call. */
export type RelayDecision =
  /**
   * Sign and send it. `isRewrite`: its settlement exists, and whatever was sent for it before is
   * proven dead.
   */
  | {
      readonly type: 'make';
      readonly gasReserve: bigint;
      /** Native currency that was charged for its gas; undefined where that is not known. */
      readonly charged: bigint | undefined;
      readonly isRewrite: boolean;
    }
  /** It cannot be made, or need not be: then there is no reason to fail. */
  | { readonly type: 'end'; readonly reason: FailReason | undefined; readonly detail: string }
  | {
      readonly type: 'wait';
      readonly delayMs: number;
      readonly reason: string;
      readonly isFailure?: boolean | undefined;
    }
  | { readonly type: 'drop'; readonly reason: string };

function checkState(
  context: ChainContext,
  { payload, status, settlement, live, reverted }: DueRelay,
): RelayDecision | undefined {
  if (settlement?.settled === true) return { type: 'drop', reason: 'the call was made' };
  if (live > 0) return { type: 'drop', reason: 'a transaction of the call may still land' };
  // Another account submitted what was signed.
  if (payload.endsRequest === true && status !== 'waiting' && status !== 'depositing')
    return { type: 'end', reason: undefined, detail: 'what it was for is there' };
  if (reverted > context.policy.fills.attemptsAfterRevertMax)
    return { type: 'end', reason: 'TRANSACTION_REVERTED', detail: 'it reverted too often' };
  const tip = fresh(context, context.chain.observe.tip());
  if (tip === undefined)
    return { type: 'wait', delayMs: readingDelayMs, reason: 'the tip of the chain is not known' };
  const isLate =
    payload.until !== undefined && tip.time + context.chain.secondsPerPayment > payload.until;
  return isLate
    ? { type: 'end', reason: 'SIGNATURE_EXPIRED', detail: 'its time is over' }
    : undefined;
}

/** Objection to a call by its simulation on the newest block. */
function checkSimulation(
  { policy }: ChainContext,
  { attempts }: DueRelay,
  simulation: Simulation | undefined,
): RelayDecision | undefined {
  if (simulation?.status === 'reverts') {
    if (attempts + 1 >= policy.fills.relayAttemptsMax)
      return { type: 'end', reason: 'TRANSFER_FAILED', detail: simulation.reason };
    const reason = `it would revert: ${simulation.reason}`;
    return { type: 'wait', delayMs: retryDelayMs, reason, isFailure: true };
  }
  if (simulation?.status === 'unknown')
    return {
      type: 'wait',
      delayMs: retryDelayMs,
      reason: `it could not be simulated: ${simulation.reason}`,
    };
  return undefined;
}

/** Charge for a call; one for no order is the solver's own, and earns what it brings. */
function chargeOf({ payload, status, charged }: DueRelay): bigint | undefined {
  const worth = payload.worth === undefined ? undefined : BigInt(payload.worth);
  return status === undefined ? worth : sweepCharge(charged, worth);
}

/**
 * Objection to a call at the present cost of gas: it costs more than was charged for it, or than it
 * brings. A payer has lost nothing then, and the balance of a deposit address stays there.
 */
function checkCost(context: ChainContext, relay: DueRelay): RelayDecision | undefined {
  const { payload, waitedMs } = relay;
  const { gas = payload.gasLimit } = payload;
  const cost = fresh(context, context.chain.gas.estimate({ type: 'relay', gasLimit: gas }));
  if (cost === undefined)
    return { type: 'wait', delayMs: readingDelayMs, reason: 'fees are not known' };
  const worth = payload.worth === undefined ? undefined : BigInt(payload.worth);
  const charged = chargeOf(relay);
  const verdict = judgeCost(context, { cost, charged, worth, waitedMs });
  if (verdict.type === 'pay') return undefined;
  if (verdict.type === 'wait') return verdict;
  const detail = 'gas costs more than was charged';
  return { type: 'end', reason: 'QUOTED_GAS_LIMIT_EXCEEDED', detail };
}

/**
 * Decides about a call: make it, give it up, or wait. Only in time, only when it passes on top of
 * the newest block, only for gas that was charged, and only with gas that the budget holds. Pure
 * but for what the chain keeps in memory.
 *
 * @param simulation - what the call would do now; undefined on a chain that is not asked
 */
export function planRelay(
  context: ChainContext,
  relay: DueRelay,
  simulation: Simulation | undefined,
  budget: Budget,
): RelayDecision {
  const { chain, policy } = context;
  const refused = checkState(context, relay) ?? checkSimulation(context, relay, simulation);
  if (refused !== undefined) return refused;
  const paused = chain.gas.pausedReason?.();
  if (paused !== undefined) return { type: 'wait', delayMs: 2_000, reason: paused };
  const tooDear = checkCost(context, relay);
  if (tooDear !== undefined) return tooDear;
  const gas = fresh(
    context,
    chain.gas.estimate({ type: 'relay', gasLimit: relay.payload.gasLimit }),
  );
  if (gas === undefined)
    return { type: 'wait', delayMs: readingDelayMs, reason: 'fees are not known' };
  const gasReserve = gas * policy.fills.gasReserveFactor;
  const native = gasReserve + BigInt(relay.payload.value);
  if (budget.shortage(chain.native.address, native) !== undefined)
    return { type: 'wait', delayMs: 2_000, reason: 'there is no gas for the call' };
  budget.hold(chain.native.address, native);
  const charged = chargeOf(relay);
  return { type: 'make', gasReserve, charged, isRewrite: relay.settlement !== undefined };
}
