import { createHash } from 'node:crypto';
import { assert } from '@portage/core';
import type { BroadcastResult, ChainEvent, Cursor, SignedTransaction } from '@portage/core/chain';
import { fakeNative } from './fakeAddress.js';
import { createState, executeTransaction, type FakeState } from './fakeState.js';
import { decodeTransaction, type FakeTransaction } from './fakeTransaction.js';

/** A transaction in a block. */
export interface MinedTransaction extends SignedTransaction {
  readonly body: FakeTransaction;
  readonly status: 'mined' | 'reverted';
  readonly height: number;
  readonly events: readonly ChainEvent[];
}

/** A block of a fake chain. */
export interface FakeBlock {
  readonly cursor: Cursor;
  readonly parent: string;
  readonly transactions: readonly MinedTransaction[];
}

interface PendingTransaction extends SignedTransaction {
  readonly body: FakeTransaction;
}

/** Fate of the transactions of blocks that a reorg takes back. */
export type ReorgFate = 'mempool' | 'drop' | 'remine';

/** Options of a ledger. */
export interface LedgerOptions {
  readonly chainId: number;
  /** `account currency` */
  readonly balances: Map<string, bigint>;
  /** Time of the next block from the time of its parent, in Unix seconds. */
  readonly nextTime: (parentTime: number) => number;
  readonly startTime: number;
  /** Seconds between the request of a reclaim and its payment. */
  readonly reclaimDelay: number;
  /** Coins of the first block; none by default. */
  readonly coins?: readonly string[];
  /** Whether each payment is made once, however often it is given; it is by default. */
  readonly guards?: boolean;
  /** Part that a token keeps of what is paid to the depository, in basis points, by currency. */
  readonly arrivalFees?: ReadonlyMap<string, bigint>;
}

/** Blocks, mempool and state of a fake chain. */
export interface Ledger {
  readonly blocks: readonly FakeBlock[];
  readonly state: FakeState;
  tip(): Cursor;
  /** A block of any fork. */
  block(hash: string): FakeBlock | undefined;
  isCanonical(cursor: Pick<Cursor, 'height' | 'hash'>): boolean;
  find(txId: string): MinedTransaction | undefined;
  /** A transaction that the chain ever took, in a block or not. */
  known(txId: string): FakeTransaction | undefined;
  pending(): readonly PendingTransaction[];
  submit(transaction: SignedTransaction): BroadcastResult;
  drop(txId: string): void;
  mine(): Cursor;
  reorg(depth: number, fate: ReorgFate): void;
  /** Makes a transaction revert when it is mined. */
  fail(txId: string): void;
  credit(account: string, currency: string, amount: bigint): void;
  nextSequence(account: string): bigint;
  /** State at one of the newest blocks; undefined for one that is older or not there. */
  stateAt(height: number): LedgerSnapshot | undefined;
}

/** Balances and sequences as they were at a block. */
export type LedgerSnapshot = Pick<FakeState, 'balances' | 'sequences'>;

/** Blocks whose state is kept. */
const snapshotsMax = 64;

/** Makes the ledger of a fake chain: deterministic, without clock, network or randomness. */
export function createLedger({
  chainId,
  balances,
  nextTime,
  startTime,
  reclaimDelay,
  ...rules
}: LedgerOptions): Ledger {
  let fork = 0;
  let state = createState(balances, rules);
  const genesis = seal({
    chainId,
    fork,
    parent: `0x${'0'.repeat(64)}`,
    height: 0,
    time: startTime,
  });
  let blocks: FakeBlock[] = [{ cursor: genesis, parent: `0x${'0'.repeat(64)}`, transactions: [] }];
  const everyBlock = new Map(blocks.map((block) => [block.cursor.hash, block]));
  const mined = new Map<string, MinedTransaction>();
  const taken = new Map<string, FakeTransaction>();
  let mempool: PendingTransaction[] = [];
  const failing = new Set<string>();
  const credits: { readonly key: string; readonly amount: bigint; readonly height: number }[] = [];

  const head = (): FakeBlock => {
    const block = blocks.at(-1);
    assert(block !== undefined, 'a chain has its first block');
    return block;
  };
  const snapshots = new Map<number, LedgerSnapshot>();
  const keepState = (): void => {
    const { height } = head().cursor;
    snapshots.set(height, {
      balances: new Map(state.balances),
      sequences: new Map(state.sequences),
    });
    snapshots.delete(height - snapshotsMax);
  };
  const nextSequence = (account: string): bigint => state.sequences.get(account) ?? 0n;
  const isDue = ({ sender, sequence, coins: spent, expiresAt }: FakeTransaction): boolean => {
    if (expiresAt !== undefined) return head().cursor.height < expiresAt;
    return spent === undefined
      ? sequence === nextSequence(sender)
      : spent.every((coin) => state.coins.has(coin));
  };
  /** Whether it may become due: its sequence is to come, or its coins are or may be there. */
  const mayLand = ({ sender, sequence, coins: spent, expiresAt }: FakeTransaction): boolean => {
    if (expiresAt !== undefined) return head().cursor.height < expiresAt;
    return spent === undefined
      ? sequence >= nextSequence(sender)
      : spent.every((coin) => state.coins.has(coin) || mempool.some(({ txId }) => txId === coin));
  };
  const isRival = (one: FakeTransaction, other: FakeTransaction): boolean => {
    if (one.expiresAt !== undefined || other.expiresAt !== undefined) return false;
    return one.coins === undefined
      ? one.sender === other.sender && one.sequence === other.sequence
      : one.coins.some((coin) => other.coins?.includes(coin) === true);
  };
  const applyCredits = (height: number): void => {
    for (const { key, amount } of credits.filter((credit) => credit.height === height))
      state.balances.set(key, (state.balances.get(key) ?? 0n) + amount);
  };
  const append = (candidates: readonly PendingTransaction[]): Cursor => {
    const { cursor: parent } = head();
    const height = parent.height + 1;
    const cursor = seal({
      chainId,
      fork,
      parent: parent.hash,
      height,
      time: nextTime(parent.time),
    });
    const transactions = include(candidates, cursor);
    const block = { cursor, parent: parent.hash, transactions };
    blocks.push(block);
    everyBlock.set(cursor.hash, block);
    for (const transaction of transactions) mined.set(transaction.txId, transaction);
    applyCredits(height);
    keepState();
    return cursor;
  };
  /**
   * Runs the transactions that are due, in the order in which they came. Later sequences of a
   * sender follow earlier ones.
   */
  const include = (
    candidates: readonly PendingTransaction[],
    { height, hash: blockHash, time }: Cursor,
  ): MinedTransaction[] => {
    const included: MinedTransaction[] = [];
    let left = [...candidates];
    for (let before = -1; before !== included.length;) {
      before = included.length;
      left = left.filter((transaction) => {
        const { sender, fee } = transaction.body;
        if (!isDue(transaction.body) || fee > (state.balances.get(`${sender} ${fakeNative}`) ?? 0n))
          return true;
        const execution = executeTransaction(
          state,
          transaction.body,
          { txId: transaction.txId, height, blockHash },
          { time, reclaimDelay },
          failing.has(transaction.txId),
        );
        included.push({ ...transaction, ...execution, height });
        return false;
      });
    }
    return included;
  };
  const mineWaiting = (): Cursor => {
    const cursor = append(mempool);
    mempool = mempool.filter(({ txId, body }) => !mined.has(txId) && mayLand(body));
    return cursor;
  };
  const rebuild = (kept: readonly FakeBlock[]): void => {
    state = createState(balances, rules);
    applyCredits(0);
    for (const block of kept.slice(1)) {
      for (const { body, txId, height, status } of block.transactions)
        executeTransaction(
          state,
          body,
          { txId, height, blockHash: block.cursor.hash },
          { time: block.cursor.time, reclaimDelay },
          status === 'reverted',
        );
      applyCredits(block.cursor.height);
    }
  };
  keepState();
  return {
    get blocks() {
      return blocks;
    },
    get state() {
      return state;
    },
    tip: () => head().cursor,
    block: (hash) => everyBlock.get(hash),
    isCanonical: ({ height, hash }) => blocks[height]?.cursor.hash === hash,
    find: (txId) => mined.get(txId),
    known: (txId) => taken.get(txId),
    pending: () => mempool,
    submit: (transaction) => {
      const body = decodeTransaction(transaction.raw);
      if (body.chainId !== chainId)
        return { status: 'rejected', reason: `The transaction is for chain ${body.chainId}.` };
      if (mined.has(transaction.txId) || mempool.some(({ txId }) => txId === transaction.txId))
        return { status: 'accepted' };
      if (!mayLand(body)) return { status: 'rejected', reason: refusal(body) };
      taken.set(transaction.txId, body);
      const rival = mempool.findIndex((other) => isRival(body, other.body));
      const replaced = mempool[rival];
      if (replaced === undefined) mempool.push({ ...transaction, body });
      else if (body.fee * 10n >= replaced.body.fee * 11n) mempool[rival] = { ...transaction, body };
      else return { status: 'rejected', reason: 'replacement underpriced' };
      return { status: 'accepted' };
    },
    drop: (txId) => void (mempool = mempool.filter((transaction) => transaction.txId !== txId)),
    mine: mineWaiting,
    reorg: (depth, fate) => {
      assert(
        Number.isInteger(depth) && depth >= 1 && depth < blocks.length,
        `a reorg of ${depth} blocks leaves the first block alone`,
      );
      fork += 1;
      const removed = blocks.slice(-depth).flatMap(({ transactions }) => transactions);
      blocks = blocks.slice(0, -depth);
      for (const { txId } of removed) mined.delete(txId);
      rebuild(blocks);
      const returning = removed.map(
        ({ txId, raw, sender, sequence, body }): PendingTransaction => ({
          txId,
          raw,
          sender,
          sequence,
          body,
        }),
      );
      if (fate !== 'drop') mempool = [...returning, ...mempool];
      // Re-mined transactions stand in the last new block, so they change their height unless the
      // depth is 1.
      for (let block = 1; block <= depth; block += 1) {
        if (fate === 'remine' && block === depth) mineWaiting();
        else append([]);
      }
    },
    fail: (txId) => void failing.add(txId),
    credit: (account, currency, amount) => {
      const key = `${account} ${currency}`;
      credits.push({ key, amount, height: head().cursor.height });
      const balance = (state.balances.get(key) ?? 0n) + amount;
      state.balances.set(key, balance);
      snapshots.get(head().cursor.height)?.balances.set(key, balance);
    },
    nextSequence,
    stateAt: (height) => (height > head().cursor.height ? undefined : snapshots.get(height)),
  };
}

/** Reason why a transaction cannot land. */
function refusal({ coins, expiresAt }: FakeTransaction): string {
  if (expiresAt !== undefined) return 'expired';
  return coins === undefined ? 'sequence too low' : 'a coin is spent';
}

interface Seal {
  readonly chainId: number;
  readonly fork: number;
  readonly parent: string;
  readonly height: number;
  readonly time: number;
}

/** Height and hash of a block. Blocks of different forks differ even with equal transactions. */
function seal(content: Seal): Cursor {
  return {
    height: content.height,
    hash: `0x${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`,
    time: content.time,
  };
}
