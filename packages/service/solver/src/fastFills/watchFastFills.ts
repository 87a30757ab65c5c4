import { describeError } from '@portage/core';
import { isFinalAt, valueAtRisk } from '@portage/core/chain';
import type { SolverOptions } from '../context.js';
import { decideFastFill, type FastFillDecision } from './decideFastFill.js';
import type { OpenFastFill } from './openFastFill.js';
import { completePolicy } from '../policy/solverPolicy.js';

/** Milliseconds that a chain has to say what its endpoints agree on. */
const confirmMsMax = 10_000;

/** How each decision ends a fast fill. */
const ends = {
  release: 'released',
  debit: 'debited',
  return: 'returned',
} as const satisfies Record<Exclude<FastFillDecision, 'wait'>, string>;

/**
 * Ends fast fills until the signal aborts: holds are released, debited or returned, each once,
 * however many processes look.
 */
export async function watchFastFills(options: SolverOptions, signal: AbortSignal): Promise<void> {
  const { settlement, clock, log } = options;
  const {
    fastFills: { intervalMs: fastFillMs },
  } = completePolicy(options.policy);
  const complain = (error: unknown): void => {
    log('looking at fast fills failed', { error: describeError(error) });
  };
  let after: string | undefined;
  while (!signal.aborted) {
    const page = await settlement.fastFills.open(after).catch((error: unknown) => {
      complain(error);
      return [];
    });
    // One whose chain does not answer keeps no other waiting.
    await Promise.all(page.map((fastFill) => look(options, fastFill).catch(complain)));
    // However many one app holds, those of others come in the same pass.
    after = page.at(-1)?.orderId;
    if (after === undefined) await clock.sleep(fastFillMs, signal);
  }
}

async function look(options: SolverOptions, fastFill: OpenFastFill): Promise<void> {
  const { settlement, log, failpoint } = options;
  const {
    fastFills: { holdMsMax: fastFillHoldMsMax },
  } = completePolicy(options.policy);
  const facts = { isDeep: await isDeep(options, fastFill), holdMsMax: fastFillHoldMsMax };
  const decision = decideFastFill(fastFill, facts);
  if (decision === 'wait') return;
  failpoint?.('fast-fill-decided');
  if (!(await settlement.fastFills.end(fastFill, ends[decision]))) return;
  failpoint?.('fast-fill-ended');
  log('a fast fill ended', { orderId: fastFill.orderId, end: ends[decision] });
}

/** Whether the deposit is final by the rule of its chain, as a quorum of endpoints tells. */
async function isDeep(
  { chains, settlement, prices, clock }: SolverOptions,
  { deposit }: OpenFastFill,
): Promise<boolean> {
  const chain = chains.all.find(({ id }) => id === deposit?.chainId);
  if (deposit === undefined || chain === undefined || chain.opening !== undefined) return false;
  const { event } = deposit;
  const { blocks, finalizedHeight } = await settlement.chains.read(chain.id);
  const value = valueAtRisk(chain, event, prices, clock.now());
  const progress = { height: blocks[0]?.height ?? 0, finalizedHeight };
  if (!isFinalAt(chain, event.height, value, progress)) return false;
  const depth = chain.finality.confirmations(value);
  const [isTold] = await chain.observe.confirm([event], clock.timeout(confirmMsMax), depth);
  return isTold === true;
}
