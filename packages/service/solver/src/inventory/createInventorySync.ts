import type { CountedBalance } from '@portage/settlement';
import type { Balances, Spend } from '@portage/core/chain';
import type { ChainContext } from '../context.js';
import type { ComparedBalance, ComparedReading } from './comparedReading.js';
import { comparedBalances, findDrift } from './findDrift.js';
import { haltAssets } from './haltAssets.js';
import { readAtBlock } from './readAtBlock.js';
import { readSteadily } from './readSteadily.js';

/**
 * Whether a chain tells what an account had at a block, and how many of its transactions were in
 * blocks by then. Without that count, one that a node does not know yet looks like a loss.
 */
function hasReadAt(
  balances: Balances,
  { countsSequences }: Spend,
): balances is Balances & Required<Pick<Balances, 'readAt'>> {
  return balances.readAt !== undefined && countsSequences !== false;
}

/** Reads balances and books of one moment; undefined where there is no such moment now. */
async function read(context: ChainContext): Promise<ComparedReading | undefined> {
  const { chain, settlement } = context;
  const books = await settlement.reconciliations.books(chain.id, chain.spend.sender);
  const { progress } = books;
  const { balances, spend } = chain;
  return hasReadAt(balances, spend) && progress !== undefined && books.inventory.length > 0
    ? readAtBlock(context, balances, { ...books, progress })
    : readSteadily(context, books);
}

/** Difference between chain and books that readings have said since a moment. */
interface SeenDrift {
  readonly difference: bigint;
  /** Milliseconds of the clock that never goes back. */
  readonly since: number;
}

const listed = (missing: readonly { readonly currency: string; readonly amount: bigint }[]) =>
  missing.map(({ currency, amount }) => `${amount.toString()} of ${currency}`).join(', ');

/** Amounts that the depository lacks, by currency. */
function shortOf(balances: readonly ComparedBalance[]): ReadonlyMap<string, bigint> {
  return new Map(
    balances.flatMap(({ of, currency, balance, books }) =>
      of === 'depository' && balance < books ? [[currency, books - balance]] : [],
    ),
  );
}

/** Tells which differences may be acted on, from those of readings before. */
interface Belief {
  /** Differences of the sender that are believed. */
  drifts(reading: ComparedReading): readonly CountedBalance[];
  /** Amounts that are believed to be missing in the depository. */
  vault(balances: readonly ComparedBalance[]): readonly (readonly [string, bigint])[];
}

function createBelief({ policy, clock }: ChainContext): Belief {
  let before: ReadonlyMap<string, SeenDrift> = new Map();
  let shortBefore: ReadonlyMap<string, bigint> = new Map();

  function isBelieved({ currency, difference, isNew }: CountedBalance, now: number): boolean {
    const seen = before.get(currency);
    if (isNew) return true;
    if (seen?.difference !== difference) return false;
    return difference < 0n || now - seen.since >= policy.balances.capitalWaitMs;
  }

  return {
    drifts: (reading) => {
      const now = clock.elapsed();
      const drifts = findDrift(reading);
      const isHalted = (currency: string): boolean =>
        reading.books.inventory.some((row) => row.isHalted === true && row.currency === currency);
      const believed = drifts.filter(
        (drift) => isBelieved(drift, now) || (drift.difference < 0n && isHalted(drift.currency)),
      );
      before = new Map(
        drifts.map(({ currency, difference }) => {
          const seen = before.get(currency);
          return [currency, seen?.difference === difference ? seen : { difference, since: now }];
        }),
      );
      return believed;
    },
    vault: (balances) => {
      const short = shortOf(balances);
      const believed = [...short].filter(
        ([currency, amount]) => shortBefore.get(currency) === amount,
      );
      shortBefore = short;
      return believed;
    },
  };
}

/** Halts chains, unless a difference was booked since it was read. */
async function halt(
  { chain, chains, settlement, log }: ChainContext,
  { books: { reconciled } }: ComparedReading,
  found: Parameters<ChainContext['settlement']['reconciliations']['halt']>[1],
): Promise<void> {
  const halted = await settlement.reconciliations.halt({ chainId: chain.id, reconciled }, found);
  for (const { chainId, reason } of halted)
    log('a chain is halted', { chain: chains.byId(chainId).slug, level: 'error', reason });
}

/**
 * Halts all chains for what the sender has lost, because another holder of one key may have them
 * all; or books what it has gained. Answers with whether anything is lost.
 */
async function actOnDrifts(
  context: ChainContext,
  reading: ComparedReading,
  drifts: readonly CountedBalance[],
): Promise<boolean> {
  const { chain, settlement } = context;
  const { sender } = chain.spend;
  const lost = drifts.filter(({ difference, isNew }) => difference < 0n && !isNew);
  if (lost.length > 0) {
    const missing = lost.map(({ currency, difference }) => ({ currency, amount: -difference }));
    const reason = `${sender} lost ${listed(missing)} without a transaction of ours.`;
    const chainIds = context.chains.all.map(({ id }) => id);
    const others = { chainIds, slug: chain.slug };
    await halt(context, reading, { reason, mark: 'without a transaction of ours', others });
  } else if (drifts.length > 0)
    await settlement.reconciliations.count({
      chainId: chain.id,
      sender,
      balances: drifts,
      now: context.clock.now(),
      reconciled: reading.books.reconciled,
    });
  return lost.length > 0;
}

/**
 * Outcome of a comparison. `short`: a balance is short and the shortfall is not believed yet, so
 * nothing is signed until the next comparison. `again`: the reading no longer stands. `busy`:
 * nothing was compared, because the sender is not at rest.
 */
export type SyncOutcome = 'compared' | 'short' | 'again' | 'busy';

/** Compares balances with the books; see {@link createInventorySync}. */
export type InventorySync = () => Promise<SyncOutcome>;

/**
 * Compares the balances of a sender and of the depository on a chain with the books: at the block
 * up to which the books are written, or, where a chain does not answer for past blocks, while none
 * of the sender's transactions is open. A balance that is counted for the first time, or that came
 * in, is the owner's capital. A loss of the sender without a transaction of ours halts all chains,
 * and a loss of the depository halts this one; a token that shrank while the sender's key signed
 * nothing else halts alone, until it is whole again. A loss is believed when two readings in a row
 * agree: a node that is behind, or a reorg between two queries, moves no money of the books. A gain
 * is believed when readings have agreed for `policy.balances.capitalWaitMs`: nothing is lost while
 * it waits, and an amount that is booked wrongly would be missing ever after. A surplus of the
 * depository has no owner: it comes from transfers without an order.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when a balance cannot be read; it is never taken for zero
 */
export function createInventorySync(context: ChainContext): InventorySync {
  const { chain, settlement } = context;
  const belief = createBelief(context);
  return async () => {
    const reading = await read(context);
    if (reading === undefined) return 'busy';
    const { books, block, mayShrink } = reading;
    const balances = comparedBalances(reading);
    const comparison = {
      chainId: chain.id,
      sender: chain.spend.sender,
      reconciled: books.reconciled,
      block,
      balances,
    };
    // What was read on a fork that is gone, or before a booking, says nothing of the books.
    if (!(await settlement.reconciliations.record(comparison))) return 'again';
    const believed = belief.drifts(reading);
    // The native currency only leaves by transactions.
    const shrunk = believed.filter(
      ({ currency, difference, isNew }) =>
        mayShrink && difference < 0n && !isNew && currency !== chain.native.address,
    );
    await haltAssets(context, books.inventory, shrunk);
    const halted = new Set(shrunk.map(({ currency }) => currency));
    const judged = balances.filter(({ currency }) => !halted.has(currency));
    const missing = belief.vault(judged).map(([currency, amount]) => ({ currency, amount }));
    if (missing.length > 0)
      await halt(context, reading, {
        reason: `The depository holds ${listed(missing)} less than the books.`,
        mark: 'less than the books.',
      });
    const isLost = await actOnDrifts(
      context,
      reading,
      believed.filter(({ currency }) => !halted.has(currency)),
    );
    const isShort = judged.some(({ balance, books: booked }) => balance < booked);
    return isShort && !isLost && missing.length === 0 ? 'short' : 'compared';
  };
}
