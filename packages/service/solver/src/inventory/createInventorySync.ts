import type { CountedBalance, InventoryRow, OutboxSummary } from '@portage/settlement';
import type { Chain } from '@portage/core/chain';
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

/** Tells which drifts are losses of a token: the native currency only leaves by transactions. */
function isLossOf({ native }: Chain): (drift: CountedBalance) => boolean {
  return ({ currency, difference, isNew }) =>
    difference < 0n && !isNew && currency !== native.address;
}

/**
 * Whether a token can have shrunk by itself: the chain knows no transaction of the sender beyond
 * those of the outbox. Where it does, or does not count them, somebody else may hold the key.
 */
async function mayShrink(
  { chain }: ChainContext,
  { outbox: { lastSequence } }: SteadyReading,
): Promise<boolean> {
  return (
    chain.spend.countsSequences !== false &&
    lastSequence !== undefined &&
    (await chain.spend.nextSequence()) === lastSequence + 1n
  );
}

/** Halts the currencies of which something is missing, and lets those go on that are whole. */
async function haltAssets(
  { chain, settlement, log }: ChainContext,
  rows: readonly InventoryRow[],
  missing: readonly CountedBalance[],
): Promise<void> {
  const reasons = new Map(
    missing.map(({ currency, difference }) => [
      currency,
      `${(-difference).toString()} less than the books, without a transaction of ours`,
    ]),
  );
  const halted = rows.filter((row) => row.isHalted === true).map(({ currency }) => currency);
  if (reasons.size === 0 && halted.length === 0) return;
  await settlement.chains.setAssetFaults({ chainId: chain.id, kind: 'missing' }, reasons);
  for (const [currency, reason] of reasons)
    if (!halted.includes(currency))
      log('a currency is halted', { chain: chain.slug, currency, reason });
}

/** Compares balances with the books; see {@link createInventorySync}. */
export type InventorySync = () => Promise<void>;

/**
 * Compares what a sender and the depository hold on a chain with the books, while none of the
 * sender's transactions is open. What is counted for the first time, or came in, is the owner's
 * capital. What is missing without a transaction of ours halts the chain; a token that shrank while
 * the sender sent nothing halts alone, until it is whole again. A loss is believed when
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
    const rows = await settlement.inventory.read(settlement, chain.id, sender);
    const drifts = findDrift(reading.read, rows);
    const now = context.clock.now();
    const isHalted = (currency: string): boolean =>
      rows.some((row) => row.isHalted === true && row.currency === currency);
    const believed = drifts.filter(
      (drift) => isBelieved(drift, now) || (drift.difference < 0n && isHalted(drift.currency)),
    );
    before = new Map(
      drifts.map(({ currency, difference }) => {
        const seen = before.get(currency);
        return [currency, seen?.difference === difference ? seen : { difference, since: now }];
      }),
    );
    const losses = believed.filter(isLossOf(chain));
    const shrunk = losses.length > 0 && (await mayShrink(context, reading)) ? losses : [];
    await haltAssets(context, rows, shrunk);
    const halted = new Set(shrunk.map(({ currency }) => currency));
    if (reading.vault !== undefined)
      await compareVault(reading.vault.filter(({ currency }) => !halted.has(currency)));
    const counted = believed.filter(({ currency }) => !halted.has(currency));
    const lost = counted.filter(({ difference, isNew }) => difference < 0n && !isNew);
    if (lost.length === 0) {
      if (counted.length > 0)
        await settlement.inventory.count({
          ...{ chainId: chain.id, sender, balances: counted },
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
