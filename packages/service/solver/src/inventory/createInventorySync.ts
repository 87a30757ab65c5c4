import {
  capitalEntry,
  changeInventory,
  haltChain,
  ledgerAsset,
  readInventory,
  seedInventory,
  summarizeOutbox,
  type Entry,
  type InventoryRow,
  type OutboxSummary,
} from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** A currency whose balance on the chain is not what the books say. */
export interface Drift {
  readonly currency: string;
  readonly isNew: boolean;
  /** Chain less books. */
  readonly difference: bigint;
  readonly balance: bigint;
}

/**
 * Compares balances on the chain with the books. A currency that was never counted is new, whatever
 * it holds. Pure.
 */
export function findDrift(
  read: ReadonlyMap<string, bigint>,
  rows: readonly InventoryRow[],
): readonly Drift[] {
  return [...read].flatMap(([currency, balance]) => {
    const row = rows.find((candidate) => candidate.currency === currency);
    const difference = balance - (row?.balance ?? 0n);
    return row !== undefined && difference === 0n
      ? []
      : [{ currency, balance, difference, isNew: row === undefined }];
  });
}

async function readBalances({ chain }: ChainContext): Promise<ReadonlyMap<string, bigint>> {
  const { sender } = chain.spend;
  return new Map(
    await Promise.all(
      chain.assets.map(
        async ({ address }) => [address, await chain.balances.read(sender, address)] as const,
      ),
    ),
  );
}

function entryOf(context: ChainContext, drift: Drift, total: number): Entry {
  const { chain } = context;
  return capitalEntry({
    ref: `${String(chain.id)}:${chain.spend.sender}:${drift.currency}:${drift.balance.toString()}:${String(total)}:${String(context.clock.now())}`,
    sender: chain.spend.sender,
    asset: ledgerAsset(chain.id, drift.currency),
    amount: drift.difference,
    isNew: drift.isNew,
  });
}

async function writeInflows(
  context: ChainContext,
  drifts: readonly Drift[],
  before: OutboxSummary,
): Promise<void> {
  const { chain, settlement } = context;
  const { sender } = chain.spend;
  await settlement.transaction(async (tx) => {
    const now = await summarizeOutbox(tx, chain.id, sender);
    if (now.open > 0 || now.total !== before.total) return;
    for (const { currency, balance, isNew } of drifts)
      if (isNew) await seedInventory(tx, chain.id, sender, currency, balance);
    await changeInventory(
      tx,
      drifts
        .filter(({ isNew }) => !isNew)
        .map(({ currency, difference }) => ({
          chainId: chain.id,
          sender,
          currency,
          balance: difference,
          reserved: 0n,
        })),
    );
    await settlement.ledger.book(
      tx,
      drifts
        .filter(({ difference }) => difference !== 0n)
        .map((drift) => entryOf(context, drift, before.total)),
    );
  });
}

/**
 * Whether everything up to the chain's newest block is written, so that balances of the chain can
 * be compared with the books.
 */
async function isCaughtUp({ chain, settlement }: ChainContext): Promise<string | undefined> {
  const tip = chain.observe.tip()?.value.hash;
  const [cursor] = await settlement.query<{ hash: string }>(
    'select hash from chain_cursors where chain_id = $1',
    [chain.id],
  );
  return cursor?.hash === tip ? tip : undefined;
}

/** A reading of which nothing changed while it was taken: neither the chain nor the outbox. */
async function readSteadily(
  context: ChainContext,
): Promise<
  { readonly read: ReadonlyMap<string, bigint>; readonly outbox: OutboxSummary } | undefined
> {
  const { chain, settlement } = context;
  const outbox = await summarizeOutbox(settlement, chain.id, chain.spend.sender);
  if (outbox.open > 0) return undefined;
  const tip = await isCaughtUp(context);
  const read = await readBalances(context);
  // A sender that never sent anything has no history to be behind of.
  if (outbox.total === 0) return { read, outbox };
  const after = await summarizeOutbox(settlement, chain.id, chain.spend.sender);
  const isSteady =
    tip !== undefined &&
    (await isCaughtUp(context)) === tip &&
    after.total === outbox.total &&
    after.open === 0;
  return isSteady ? { read, outbox } : undefined;
}

/** Compares balances with the books; see {@link createInventorySync}. */
export type InventorySync = () => Promise<void>;

/**
 * Compares what a sender holds on its chain with the books, while none of its transactions is open.
 * What is counted for the first time, or came in, is the owner's capital. What is missing without a
 * transaction of ours halts the chain. Either is believed when two readings in a row say the same:
 * a node that is behind, or a reorg between two queries, moves no money of the books.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when a balance cannot be read; it is never taken for zero
 */
export function createInventorySync(context: ChainContext): InventorySync {
  const { chain, settlement } = context;
  const { sender } = chain.spend;
  let before: ReadonlyMap<string, bigint> = new Map();

  return async () => {
    const reading = await readSteadily(context);
    if (reading === undefined) return;
    const drifts = findDrift(reading.read, await readInventory(settlement, chain.id, sender));
    const believed = drifts.filter(
      ({ currency, difference, isNew }) => isNew || before.get(currency) === difference,
    );
    before = new Map(drifts.map(({ currency, difference }) => [currency, difference]));
    const lost = believed.filter(({ difference, isNew }) => difference < 0n && !isNew);
    if (lost.length === 0) {
      if (believed.length > 0) await writeInflows(context, believed, reading.outbox);
      return;
    }
    const reason = `${sender} lost ${lost.map(({ currency, difference }) => `${(-difference).toString()} of ${currency}`).join(', ')} without a transaction of ours.`;
    await haltChain(settlement, chain.id, reason);
    context.log('a chain is halted', { chain: chain.slug, reason });
  };
}
