import { describeError, type Clock, type Log } from '@portage/core';
import type { Chain, Chains } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';

/** Milliseconds between two looks at what is known of the chains. */
const shareMs = 250;

/**
 * Looks after which a chain without a new block is shared all the same: once a second, so that it
 * is never taken for one that is not read.
 */
const quietLooksMax = 4;

/** Everything that sharing works with. */
export interface ShareOptions {
  readonly chains: Chains;
  readonly settlement: { readonly chains: Pick<Settlement['chains'], 'shareReadings'> };
  readonly clock: Clock;
  readonly log: Log;
}

/** Newest block of a chain, and the looks since it or since the readings were shared. */
interface LastLook {
  readonly hash: string | undefined;
  readonly quietLooks: number;
}

/**
 * Shares what this process keeps in memory of its chains with those that only answer, until the
 * signal aborts: they need not ask the endpoints for it. All chains travel in one statement. A
 * chain is among them at a new block, at the look after it, as balances are read a moment later,
 * and once a second.
 */
export async function shareReadings(
  { chains, settlement, clock, log }: ShareOptions,
  signal: AbortSignal,
): Promise<void> {
  const lastLooks = new Map<number, LastLook>();
  const hasNews = ({ id, observe }: Chain): boolean => {
    const hash = observe.tip()?.value.hash;
    const last = lastLooks.get(id);
    const isNew = last === undefined || hash === undefined || last.hash !== hash;
    const quietLooks = isNew ? 0 : last.quietLooks + 1;
    lastLooks.set(id, { hash, quietLooks: quietLooks === quietLooksMax ? 1 : quietLooks });
    return quietLooks <= 1 || quietLooks === quietLooksMax;
  };
  while (await clock.sleep(shareMs, signal)) {
    const readings = chains.all.filter(hasNews).flatMap(({ id: chainId, share }) => {
      const text = share?.();
      return text === undefined ? [] : [{ chainId, text }];
    });
    await settlement.chains.shareReadings(readings, shareMs - 50).catch((error: unknown) => {
      log('sharing readings of chains failed', { error: describeError(error) });
    });
  }
}
