import type { CountedBalance, InventoryRow, OutboxSummary } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { readBalances } from './readBalances.js';
import { createVaultComparison, readVault, type VaultCount } from './compareVault.js';

/**
 * Compares balances on the chain with the books. A currency that was never counted is new, whatever
 * it holds. Pure.
 */
export function findDrift(
  read: ReadonlyMap<string, bigint>,
  rows: readonly InventoryRow[],
): readonly CountedBalance[] {
  return [...read].flatMap(([currency, balance]) => {
    const row = rows.find((candidate) => candidate.currency === currency);
    const difference = balance - (row?.balance ?? 0n);
    return row !== undefined && difference === 0n
      ? []
      : [{ currency, balance, difference, isNew: row === undefined }];
  });
}

/**
 * Whether everything up to the chain's newest block is written, so that balances of the chain can
 * be compared with the books.
 */
async function isCaughtUp({ chain, settlement }: ChainContext): Promise<string | undefined> {
  const tip = chain.observe.tip()?.value.hash;
  const progress = await settlement.chains.progress(chain.id);
  return progress?.hash === tip ? tip : undefined;
}

/** Whether balances of the sender were counted before. */
async function isCounted({ chain, settlement }: ChainContext): Promise<boolean> {
  return (await settlement.inventory.read(settlement, chain.id, chain.spend.sender)).length > 0;
}

/** Balances of which nothing changed while they were read. */
interface SteadyReading {
  readonly read: ReadonlyMap<string, bigint>;
  readonly outbox: OutboxSummary;
  /** Undefined where the events of the chain are not all written. */
  readonly vault: readonly VaultCount[] | undefined;
}

/** A reading of which nothing changed while it was taken: neither the chain nor the outbox. */
async function readSteadily(context: ChainContext): Promise<SteadyReading | undefined> {
  const { chain, settlement } = context;
  const outbox = await settlement.outbox.summary(chain.id, chain.spend.sender);
  if (outbox.open > 0) return undefined;
  const tip = await isCaughtUp(context);
  const [read, vault] = await Promise.all([
    readBalances(context.chain, chain.spend.sender),
    readVault(context),
  ]);
  const after = await settlement.outbox.summary(chain.id, chain.spend.sender);
  const isSteady =
    tip !== undefined &&
    (await isCaughtUp(context)) === tip &&
    after.total === outbox.total &&
    after.open === 0;
  // A sender that was never counted and never sent anything has no history to be behind of.
  if (outbox.total === 0 && !(await isCounted(context)))
    return { read, outbox, vault: isSteady ? vault : undefined };
  return isSteady ? { read, outbox, vault } : undefined;
}

/** Difference between chain and books that readings have said since a moment. */
interface SeenDrift {
  readonly difference: bigint;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Compares balances with the books; see {@link createInventorySync}. */
export type InventorySync = () => Promise<void>;

/**
 * Compares what a sender and the depository hold on a chain with the books, while none of the
 * sender's transactions is open. What is counted for the first time, or came in, is the owner's
 * capital. What is missing without a transaction of ours halts the chain. A loss is believed when
 * two readings in a row say the same: a node that is behind, or a reorg between two queries, moves
 * no money of the books. A gain is believed when readings have said the same for
 * `policy.capitalWaitMs`: nothing is lost while it waits, and what is booked wrongly would be
 * missing ever after.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when a balance cannot be read; it is never taken for zero
 */
export function createInventorySync(context: ChainContext): InventorySync {
  const { chain, settlement } = context;
  const { sender } = chain.spend;
  const compareVault = createVaultComparison(context);
  let before: ReadonlyMap<string, SeenDrift> = new Map();

  function isBelieved({ currency, difference, isNew }: CountedBalance, now: number): boolean {
    const seen = before.get(currency);
    if (isNew) return true;
    if (seen?.difference !== difference) return false;
    return difference < 0n || now - seen.since >= context.policy.capitalWaitMs;
  }

  return async () => {
    const reading = await readSteadily(context);
    if (reading === undefined) return;
    if (reading.vault !== undefined) await compareVault(reading.vault);
    const drifts = findDrift(
      reading.read,
      await settlement.inventory.read(settlement, chain.id, sender),
    );
    const now = context.clock.now();
    const believed = drifts.filter((drift) => isBelieved(drift, now));
    before = new Map(
      drifts.map(({ currency, difference }) => {
        const seen = before.get(currency);
        return [currency, seen?.difference === difference ? seen : { difference, since: now }];
      }),
    );
    const lost = believed.filter(({ difference, isNew }) => difference < 0n && !isNew);
    if (lost.length === 0) {
      if (believed.length > 0)
        await settlement.inventory.count({
          ...{ chainId: chain.id, sender, balances: believed },
          transactions: reading.outbox.total,
          now,
        });
      return;
    }
    const reason = `${sender} lost ${lost.map(({ currency, difference }) => `${(-difference).toString()} of ${currency}`).join(', ')} without a transaction of ours.`;
    await settlement.chains.halt(chain.id, reason);
    context.log('a chain is halted', { chain: chain.slug, level: 'error', reason });
  };
}
