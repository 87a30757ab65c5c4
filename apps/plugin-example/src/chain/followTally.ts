import { createHeadFeed, type Heads, type Rpc } from '@portage/chain-kit';
import type { Observed } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import type { ChainEnvironment } from '@portage/core/plugin';
import { readAccount, readStatus } from './replies.js';

/** Options of {@link followTally}. */
export interface FollowOptions extends Pick<ChainEnvironment, 'clock' | 'signal' | 'log'> {
  readonly rpc: Rpc;
  readonly solver: string;
  readonly pollMs: number;
}

/** State of a chain that is kept in memory. */
export interface TallyMemory {
  readonly heads: Heads<Cursor> & { latest(): Observed<Cursor> | undefined };
  /** Fee of a transaction. */
  fee(): Observed<bigint> | undefined;
  /** Money of the solver in a currency. */
  spendable(currency: string): Observed<bigint> | undefined;
}

/** Reads the newest block, the fee and the solver's money again and again. */
export async function followTally(options: FollowOptions): Promise<TallyMemory> {
  const { rpc, solver, pollMs, clock, signal, log } = options;
  const heads = createHeadFeed<Cursor>(() => clock.now());
  let fee: Observed<bigint> | undefined;
  let balances: Observed<Readonly<Record<string, bigint>>> | undefined;
  const poll = async (): Promise<void> => {
    const [status, account] = await rpc.read(
      [
        { method: 'tally_status', params: [] },
        { method: 'tally_account', params: [solver] },
      ],
      signal,
    );
    const observedAt = clock.now();
    const { tip, fee: value } = readStatus(status);
    fee = { value, observedAt };
    balances = { value: readAccount(account).balances, observedAt };
    heads.publish(tip);
  };
  await poll();
  void (async () => {
    while (await clock.sleep(pollMs, signal))
      await poll().catch((error: unknown) => {
        if (!signal.aborted) log('a node of a Tally chain did not answer', { error });
      });
  })();
  return {
    heads,
    fee: () => fee,
    spendable: (currency) =>
      balances === undefined
        ? undefined
        : { value: balances.value[currency] ?? 0n, observedAt: balances.observedAt },
  };
}
