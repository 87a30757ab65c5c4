import type { Chain } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import { wasArchived } from '../chains/archived.js';
import { creditDeposits } from '../chains/deposits/creditDeposits.js';
import { takeReclaims } from '../chains/deposits/reclaims/takeReclaims.js';
import type { WrittenDeposit } from '../chains/deposits/depositRow.js';
import {
  joinEffects,
  noEffects,
  type SettlementEffects,
} from '../transactions/effects/settlementEffects.js';
import { writeEffects } from '../transactions/effects/writeEffects.js';
import { useFastFills } from '../owners/fastFills/useFastFills.js';
import {
  fillChanges,
  releaseChanges,
  swapChanges,
  type JudgedFill,
} from '../chains/fills/judgeFills.js';
import { beginRequests } from '../orders/requests/beginRequests.js';
import { writeUnconfirmedEvents } from '../kit/unconfirmedEvents.js';
import type { NextStep, StepContext } from './context.js';
import { decideStep, type Step } from './decideStep.js';
import { proveStep } from './proveStep.js';
import { mayEndRequests } from './mayEndRequests.js';
import { writeAdvance, writeNewAdvance, type AdvanceRows } from './writeAdvance.js';

/** Nothing was booked before on a deposit that is new. */
const newDeposit: WrittenDeposit = { reorgCount: 0, coveredLoss: 0n };

function logFaults(context: StepContext, chain: Chain, fills: readonly JudgedFill[]): void {
  for (const { event, fault, isClaim } of fills) {
    if (fault !== undefined && isClaim !== true)
      context.log('a payment does not match its order', {
        chain: chain.slug,
        txId: event.txId,
        orderId: event.orderId,
        fault,
      });
  }
}

function rowsOf(
  { id: chainId }: Chain,
  { advance, position, next, judged, fills, ...told }: Step,
): AdvanceRows {
  return {
    chainId,
    from: position.from,
    cursor: advance.cursor,
    blocks: advance.blocks,
    finalizedHeight: next.finalizedHeight,
    deposits: judged.map(({ event, outcome }) => ({ event, outcome })),
    fills: fills.map(({ event, fault }) => ({ event, matched: fault === undefined })),
    releases: told.releases,
    swaps: told.swaps,
    reclaims: [...told.reclaimRequests, ...told.reclaims],
  };
}

/** A step on its way to the database. */
export interface WritingStep {
  /** As soon as it is decided. */
  readonly judged: Promise<Step>;
  readonly written: Promise<void>;
}

/**
 * Judges one step of a chain and writes it, in one transaction: events, cursor and blocks, the
 * judgement of deposits that have become final, their bookings, the requests, and the jobs that
 * pay. It is written once the step before is. What ends a request is durable before it is
 * announced.
 *
 * Nearly always all deposits are new, so the whole step travels at once, commit and all: the
 * database is waited for twice, to be read and to be written. Where they are not, the server
 * refuses the step as after a conflict, and the second run waits for what was booked on them
 * before.
 */
export function applyStep(context: StepContext, next: NextStep): WritingStep {
  let tell: (step: Step) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const judged = new Promise<Step>((resolve, reject) => {
    tell = resolve;
    fail = reject;
  });
  let isNew = true;
  const write = async (): Promise<void> => {
    // Endpoints are waited for before the transaction begins.
    const proof = await proveStep(context, next);
    const step = await context.settlement.transaction(async (tx) => {
      const before = isNew ? undefined : await judged;
      // Between the two runs an order may have been archived.
      const found =
        before === undefined || (await wasArchived(tx, ordersOf(before)))
          ? await decideStep(context, next, proof, tx)
          : before;
      tell(found);
      // What follows from deposits that are new is worked out while the server writes the step
      // before.
      const usual = isNew
        ? effectsOf(
            context,
            next.chain,
            found,
            found.judged.map(() => newDeposit),
          )
        : undefined;
      await next.earlier?.written;
      await writeStep(tx, context, next.chain, found, usual);
      isNew = false;
      return found;
    });
    logFaults(context, next.chain, step.fills);
    if (step.judged.length > 0) context.failpoint?.('deposit-seen');
  };
  const written = write();
  written.catch(fail);
  return { judged, written };
}

const ordersOf = ({ orderIds, releases }: Step): readonly string[] => [
  ...orderIds,
  ...releases.map(({ orderId }) => orderId),
];

/** Effects of a step: of its deposits, payments, refunds and swaps. */
function effectsOf(
  { chains }: StepContext,
  chain: Chain,
  step: Step,
  written: readonly (WrittenDeposit | undefined)[],
): SettlementEffects {
  return joinEffects([
    creditDeposits(step.judged, written, { id: chain.id, native: chain.native.address }, chains),
    {
      ...noEffects,
      requests: [
        ...fillChanges(step.fills),
        ...releaseChanges(step.releases, step.refunds),
        ...swapChanges(step.swaps),
      ],
    },
  ]);
}

/**
 * `usual`: what follows if all of it is new, where nothing is known that would speak against that.
 */
async function writeStep(
  tx: Transaction,
  context: StepContext,
  chain: Chain,
  step: Step,
  usual: SettlementEffects | undefined,
): Promise<void> {
  const rows = rowsOf(chain, step);
  await useFastFills(
    tx,
    step.judged.filter(({ isEarly }) => isEarly).map(({ event }) => event.orderId),
  );
  // Swaps are written only where they have a request.
  tx.withCommit(
    beginRequests(
      tx,
      step.swaps.map(({ swapId }) => swapId),
    ),
  );
  tx.withCommit(writeUnconfirmedEvents(tx, chain.id, step.proof));
  if (usual !== undefined) writeNewAdvance(tx, rows);
  const effects = usual ?? effectsOf(context, chain, step, await writeAdvance(tx, rows));
  // They travel together, and the commit behind them.
  tx.withCommit(writeEffects(tx, context.settlement, effects, [...step.orderIds]));
  if (step.reclaims.length > 0) {
    // Few steps have any, and they wait for what the step itself has written.
    await takeReclaims(tx, context, chain, step.reclaims);
    return;
  }
  // The chain tells it again, cursor and all, and nothing is sent before the commit that stores its
  // bytes.
  if (!mayEndRequests(effects.requests)) tx.durableWithNext();
}
