import { describeError, type Clock, type Log } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';

/** Milliseconds between two looks at what is known of the chains. */
const shareMs = 250;

/** Everything that sharing works with. */
export interface ShareOptions {
  readonly chains: Chains;
  readonly settlement: Pick<Settlement, 'chains'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Shares what this process keeps in memory of its chains with those that only answer, until the
 * signal aborts: they need not ask the endpoints for it.
 */
export async function shareReadings(
  { chains, settlement, clock, log }: ShareOptions,
  signal: AbortSignal,
): Promise<void> {
  while (await clock.sleep(shareMs, signal)) {
    await Promise.all(
      chains.all.map(async ({ id: chainId, slug, share }) => {
        const text = share?.();
        if (text === undefined) return;
        await settlement.chains
          .shareReading({ chainId, text, everyMs: shareMs - 50 })
          .catch((error: unknown) => {
            log('sharing readings of a chain failed', { chain: slug, error: describeError(error) });
          });
      }),
    );
  }
}
