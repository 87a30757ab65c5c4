import type { PayoutRefusal } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { wait } from './decision.js';

/** Milliseconds before a payment is looked at again that waits for its chain to pay again. */
const pauseDelayMs = 2_000;

/** Puts a payment off while its chain is paused; undefined while it pays. */
export function checkPause({ chain }: Pick<ChainContext, 'chain'>): PayoutRefusal | undefined {
  const reason = chain.gas.pausedReason?.();
  return reason === undefined ? undefined : wait(pauseDelayMs, reason);
}
