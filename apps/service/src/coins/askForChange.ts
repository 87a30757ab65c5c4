import { randomBytes } from 'node:crypto';
import { bytesToHex, PortageError, systemClock } from '@portage/core';
import type { Settlement } from '@portage/settlement';
import type { PlannedCoins } from './planCoins.js';

/** A change that was asked for, and what became of it. */
export interface AskedChange {
  readonly id: string;
  readonly state: 'waiting' | 'sent' | 'done' | 'ended';
  /** Transaction that was signed for it. */
  readonly txId: string | undefined;
  /** Reason for which the worker has put it off. */
  readonly reason: string | undefined;
}

/** Seconds after which a change is no longer made: fees and coins are others then. */
const goodSeconds = 86_400;
const lookMs = 250;

/**
 * Asks the worker for a change, and looks on for a while until it is signed. Where no worker runs
 * it stays asked for.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` while another one is under way
 */
export async function askForChange(
  { coins }: Pick<Settlement, 'coins'>,
  { chain, chainId, plan: { call } }: PlannedCoins,
  waitSeconds: number,
): Promise<AskedChange> {
  const id = bytesToHex(randomBytes(32));
  const until = Math.floor(systemClock.now() / 1_000) + goodSeconds;
  const other = await coins.ask({ id, chainId, until, ...call });
  if (other !== undefined) {
    const { state, txId, reason } = await coins.find(other);
    const about = [state, txId, reason].filter((part) => part !== undefined).join(', ');
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `Another change of coins on ${chain} has not ended: ${other} (${about}).`,
      hint: 'One at a time is made. It ends with its block, or a day after it was asked for.',
    });
  }
  const last = systemClock.now() + waitSeconds * 1_000;
  for (;;) {
    const state = await coins.find(id);
    if (state.state !== 'waiting' || systemClock.now() >= last) return { id, ...state };
    await systemClock.sleep(lookMs, new AbortController().signal);
  }
}
