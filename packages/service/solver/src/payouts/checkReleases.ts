import { describeError } from '@portage/core';
import type { DecidedPayout, Payment } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { wait } from '../plan/decision.js';

const readMsMax = 5_000;
const pausedDelayMs = 5_000;
const retryMs = 1_000;

/** Amount of a currency that the depository pays out now; undefined where it cannot be read. */
async function readAvailable(
  { chain, clock, log }: ChainContext,
  currency: string,
): Promise<bigint | undefined> {
  try {
    return await chain.vault?.available(currency, clock.timeout(readMsMax));
  } catch (error) {
    log('the limit of the depository could not be read', {
      chain: chain.slug,
      error: describeError(error),
    });
    return undefined;
  }
}

/**
 * Puts refunds off that the depository would not pay now: while a guardian has paused releases,
 * or while its limit is used up. Both end by themselves; a transaction meanwhile only burns gas.
 */
export async function checkReleases(
  context: ChainContext,
  decided: readonly DecidedPayout[],
): Promise<readonly DecidedPayout[]> {
  const refunds = decided.filter(
    (one): one is Payment => one.decision.type === 'pay' && one.decision.intent.type === 'refund',
  );
  if (context.chain.vault === undefined || refunds.length === 0) return decided;
  const currencies = [...new Set(refunds.map(({ decision }) => decision.intent.currency))];
  const left = new Map(
    await Promise.all(
      currencies.map(
        async (currency) => [currency, await readAvailable(context, currency)] as const,
      ),
    ),
  );
  return decided.map((one) => {
    if (one.decision.type !== 'pay' || one.decision.intent.type !== 'refund') return one;
    const { currency, amount } = one.decision.intent;
    const available = left.get(currency);
    if (available === undefined)
      return { ...one, decision: wait(retryMs, 'the limit of withdrawals is not known') };
    if (available < amount)
      return { ...one, decision: wait(pausedDelayMs, 'withdrawals are paused or limited') };
    left.set(currency, available - amount);
    return one;
  });
}
