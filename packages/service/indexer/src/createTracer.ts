import { isPortageError, type Clock } from '@portage/core';
import type { Chains, Cursor } from '@portage/core/chain';
import type { Log } from '@portage/database';

/** For how long a transaction that was not found is not looked for again. */
const unknownMs = 2_000;

/** Unknown transactions that are remembered. */
const unknownMax = 10_000;

/** Parts that tracing works with. */
export interface TracerOptions {
  readonly chains: Chains;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** The newest block of a chain that is applied. */
  readonly cursor: (chainId: number) => Cursor | undefined;
}

/**
 * Looks one transaction up. It never credits anything: what it finds is credited when the observer
 * comes by, so an assertion is worth no more than the chain's own word. Unknown ids are remembered
 * for a while, so spam costs nothing.
 */
export function createTracer(
  options: TracerOptions,
): (chainId: number, txId: string) => Promise<'found' | 'nothing'> {
  const unknown = new Map<string, number>();

  function forgetOldest(now: number): void {
    for (const [key, until] of unknown) {
      if (until > now && unknown.size <= unknownMax) return;
      unknown.delete(key);
    }
  }

  return async (chainId, txId) => {
    const chain = options.chains.byId(chainId);
    const id = chain.codec.normalizeTransactionId(txId);
    const key = `${String(chainId)}:${id}`;
    const now = options.clock.now();
    forgetOldest(now);
    if (unknown.has(key)) return 'nothing';
    const events = await chain.observe.trace(id).catch((error: unknown) => {
      if (isPortageError(error, 'UNKNOWN_TRANSACTION')) return [];
      throw error;
    });
    if (events.length === 0) {
      unknown.set(key, now + unknownMs);
      return 'nothing';
    }
    const cursor = options.cursor(chainId);
    const ahead = events.filter(
      ({ height }) => cursor === undefined || height > cursor.height,
    ).length;
    if (ahead > 0)
      options.log('a traced transaction waits for the observer', {
        chain: chain.slug,
        txId: id,
        events: ahead,
      });
    return 'found';
  };
}
