import { PortageError } from '@portage/core';
import type { ChainUpdate, Observe } from '@portage/core/chain';
import {
  createLocalChain,
  followHeads,
  type Heads,
  type LocalChain,
  type ObservedEvents,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import type { ExchangeTransaction } from '@portage/exchange/api';
import { answers, calls } from '../endpoint/requests.js';
import { decodeTransfer, type Accounts } from './decodeTransfer.js';
import { headAt, type Head } from './head.js';
import { readHistory } from './readHistory.js';

/** Blocks that are read again with every step: a status that changes there is noticed. */
const watchedBlocks = 50;

/** Options of {@link createUpdates}. */
export interface UpdatesOptions {
  readonly heads: Heads<Head>;
  readonly rpc: Rpc;
  /** Says whether a transfer that was executed has failed after all. */
  readonly quorum: Quorum;
  readonly accounts: Accounts;
  readonly startHeight: number;
  /** Receives the deposits that were read, so that they need not be asked for again. */
  readonly observedEvents: ObservedEvents;
}

/**
 * Follows the history of the depository and of the solver. It goes on up to the newest block below
 * which every transaction is executed or has failed, so nothing is passed over that is decided
 * later. Nothing is ever taken back; where a quorum says that an executed transfer has failed, the
 * chain halts.
 */
export function createUpdates(options: UpdatesOptions): Observe['updates'] {
  return (known, signal) => {
    const localChain = createLocalChain(known, options.observedEvents);
    /** Transfers that were handed out, by the heights of their blocks. */
    const told = new Map<string, number>();
    return followHeads(
      options.heads,
      (head) => follow({ ...options, localChain, told, signal }, head),
      signal,
    );
  };
}

interface FollowContext extends UpdatesOptions {
  readonly localChain: LocalChain;
  readonly told: Map<string, number>;
  readonly signal: AbortSignal;
}

async function* follow(context: FollowContext, head: Head): AsyncGenerator<ChainUpdate> {
  const { localChain, startHeight, told, accounts } = context;
  const tip = localChain.tip();
  const first = tip === undefined ? startHeight : tip.height + 1;
  if (head.height < first) return;
  const watchedFrom = Math.max(startHeight, first - watchedBlocks);
  const transactions = await readBoth(context, watchedFrom);
  await haltOnRegress(context, transactions);
  const last = Math.min(head.height, newestDecided(transactions));
  if (last < first) return;
  const events = transactions
    .flatMap((transaction) => decodeTransfer(transaction, accounts))
    .filter(({ height }) => height >= first && height <= last)
    .sort((one, other) => one.height - other.height);
  for (const { txId, height } of events) told.set(txId, height);
  for (const [txId, height] of told) if (height < last - watchedBlocks) told.delete(txId);
  const heights = new Set([...events.map(({ height }) => height), last]);
  const blocks = [...heights].map((height) => headAt(height, head.time));
  yield localChain.append(blocks, events, last);
}

async function readBoth(
  { rpc, accounts, signal }: FollowContext,
  first: number,
): Promise<readonly ExchangeTransaction[]> {
  const lists = await Promise.all(
    Object.values(accounts).map((accountIndex: number) =>
      rpc.first((ask) => readHistory(ask, { accountIndex, first }, signal), signal),
    ),
  );
  const byHash = new Map(lists.flat().map((transaction) => [transaction.hash, transaction]));
  return [...byHash.values()];
}

/** Newest block below which nothing is undecided. */
function newestDecided(transactions: readonly ExchangeTransaction[]): number {
  const open = transactions.flatMap(({ status, blockHeight }) =>
    blockHeight !== undefined && !isDecided(status) ? [blockHeight] : [],
  );
  return Math.min(Infinity, ...open) - 1;
}

function isDecided(status: ExchangeTransaction['status']): boolean {
  return status === 'executed' || status === 'failed' || status === 'rejected';
}

/** @throws PortageError `CHAIN_HALTED` */
async function haltOnRegress(
  { told, quorum, signal }: FollowContext,
  transactions: readonly ExchangeTransaction[],
): Promise<void> {
  const fallen = transactions.filter(
    ({ hash, status }) => told.has(hash) && (status === 'failed' || status === 'rejected'),
  );
  for (const { hash } of fallen) {
    const [isFallen] = await quorum.read(
      {
        subject: 'status',
        items: 1,
        ask: async ({ ask }, stop) => {
          const [reply] = await ask([calls.transaction(hash)], stop);
          const status = answers.transaction(reply, hash)?.status;
          return [status === 'failed' || status === 'rejected'];
        },
      },
      signal,
    );
    if (isFallen === true)
      throw new PortageError('CHAIN_HALTED', {
        message: `The exchange says that the transfer ${hash} has failed, which it called executed before.`,
        hint: 'Compare the balances of the accounts with the books before you let the chain go on.',
      });
  }
}
