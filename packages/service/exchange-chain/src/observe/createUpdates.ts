import type { ChainEvent, ChainUpdate, Cursor, Observe } from '@portage/core/chain';
import {
  createLocalChain,
  followHeads,
  type Heads,
  type LocalChain,
  type ObservedEvents,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { isFailure, type ExchangeTransaction } from '@portage/exchange/api';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { createTimes } from './createTimes.js';
import { createTold, type Told } from './createTold.js';
import { decodeTransfer, type Accounts } from './decodeTransfer.js';
import { toldBlock, type Head } from './head.js';
import type { Notes } from './createNotes.js';
import { noteUnbooked } from './noteUnbooked.js';
import { readHistory } from './readHistory.js';
import { watchStatuses } from './watchStatuses.js';

/** Blocks that are read again with every step: what is listed late, or changes, is noticed. */
const watchedBlocks = 50;

/** Options of {@link createUpdates}. */
export interface UpdatesOptions {
  readonly heads: Heads<Head>;
  readonly rpc: Rpc;
  /** Says whether a transfer that was final has failed after all. */
  readonly quorum: Quorum;
  readonly reader: TransactionReader;
  readonly accounts: Accounts;
  readonly startHeight: number;
  /** Receives the deposits that were read, so that they need not be asked for again. */
  readonly observedEvents: ObservedEvents;
  /** Receives transfers that cannot be booked, and those that change their status. */
  readonly notes: Notes;
}

/**
 * Follows the history of the depository and of the solver. It goes on up to the newest block below
 * which every transfer is final or has failed, so nothing is passed over that is decided later. A
 * transfer that a host listed late is reported with the next step. Nothing is ever taken back;
 * where a quorum says that a final transfer has failed, the chain halts. The names of the blocks
 * record which transfers were reported, so that a process that starts knows.
 */
export function createUpdates(options: UpdatesOptions): Observe['updates'] {
  return (known, signal) => {
    const localChain = createLocalChain(known, options.observedEvents);
    const context = { ...options, localChain, told: createTold(known), signal };
    return followHeads(options.heads, (head) => follow(context, head), signal);
  };
}

interface FollowContext extends UpdatesOptions {
  readonly localChain: LocalChain;
  readonly told: Told;
  readonly signal: AbortSignal;
}

async function* follow(context: FollowContext, head: Head): AsyncGenerator<ChainUpdate> {
  const { localChain, startHeight, told, accounts, notes } = context;
  const tip = localChain.tip();
  const first = tip === undefined ? startHeight : tip.height + 1;
  if (head.height < first) return;
  const transactions = await readBoth(context, Math.max(startHeight, first - watchedBlocks));
  await watchStatuses(context, transactions);
  const last = Math.min(head.height, newestDecided(transactions));
  const events = transactions
    .filter(({ hash }) => !told.has(hash))
    .flatMap((transaction) => decodeTransfer(transaction, accounts))
    .filter(({ height }) => height <= last)
    .sort((one, other) => one.height - other.height);
  noteUnbooked(transactions, { accounts, notes });
  const late = events.filter(({ height }) => height < first);
  if (tip !== undefined && late.length > 0) yield append(context, late, tip);
  if (last < first) return;
  const timeOf = createTimes(transactions, { from: tip?.time ?? 0, now: head.time });
  const steps = new Map<number, ChainEvent[]>();
  for (const event of events.filter(({ height }) => height >= first)) {
    const time = timeOf(event.height);
    steps.set(time, [...(steps.get(time) ?? []), event]);
  }
  for (const [time, group] of steps)
    if (time < head.time) yield append(context, group, { height: newestOf(group), time });
  yield append(context, steps.get(head.time) ?? [], { height: last, time: head.time });
  told.forget(last - watchedBlocks);
}

/** A step up to a block; the blocks of its events are named after what was told of them. */
function append(
  { localChain, told }: FollowContext,
  events: readonly ChainEvent[],
  { height: last, time }: Omit<Cursor, 'hash'>,
): ChainUpdate {
  told.add(events);
  const heights = new Set([...events.map(({ height }) => height), last]);
  const blocks = [...heights].map((height) => toldBlock({ height, time }, told.at(height)));
  return localChain.append(blocks, events, last);
}

function newestOf(events: readonly ChainEvent[]): number {
  return Math.max(...events.map(({ height }) => height));
}

async function readBoth(
  { rpc, reader, accounts, signal }: FollowContext,
  first: number,
): Promise<readonly ExchangeTransaction[]> {
  const lists = await Promise.all(
    Object.values(accounts).map((accountIndex: number) =>
      rpc.first((ask) => readHistory({ ask, reader }, { accountIndex, first }, signal), signal),
    ),
  );
  const byHash = new Map(lists.flat().map((transaction) => [transaction.hash, transaction]));
  return [...byHash.values()];
}

/** Newest block below which nothing is undecided. */
function newestDecided(transactions: readonly ExchangeTransaction[]): number {
  const open = transactions.flatMap(({ status, isFinal, blockHeight }) =>
    blockHeight === undefined || isFinal || isFailure(status) ? [] : [blockHeight],
  );
  return Math.min(Infinity, ...open) - 1;
}
