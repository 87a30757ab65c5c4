import { checkSpend, type Coin, type ScriptChecker } from '../chain/coins.js';
import type { Chain, ChainChange } from '../chain/createChain.js';
import { createEntryIndex, type EntryIndex } from './createEntryIndex.js';
import type { Policy } from '../parameters.js';
import { Reject, require } from '../reject.js';
import { checkTransaction, isFinal } from '../transaction/checkTransaction.js';
import { outpointOf, type Tx } from '../transaction/readTransaction.js';
import { checkReplacement } from './checkReplacement.js';
import { checkTruc } from './checkTruc.js';
import { checkStandard, checkStandardInputs } from './checkStandard.js';
import { feeAt, vsizeOf, withAncestors, withDescendants, type MempoolEntry } from './entry.js';

/** Transactions that wait for a block. */
export interface Mempool {
  /** Waiting transactions, oldest first. */
  entries(): Iterable<MempoolEntry>;
  readonly size: number;
  get(txId: string): MempoolEntry | undefined;
  /** Waiting transaction that spends an output. */
  spender(outpoint: string): MempoolEntry | undefined;
  /** Waiting transactions that touch a script (in hex), oldest first. */
  touching(script: string): readonly MempoolEntry[];
  /** Takes a transaction in, with its replacements. @throws Reject */
  accept(tx: Tx): MempoolEntry;
  /** Checks a transaction as `accept` does and leaves everything as it is. @throws Reject */
  test(tx: Tx): MempoolEntry;
  /** Takes a transaction and its descendants out. */
  drop(txId: string): readonly Tx[];
  /** Follows a change of the best chain. */
  follow(change: ChainChange): void;
}

/** Options of a mempool. */
export interface MempoolOptions {
  readonly chain: () => Chain;
  readonly scripts: ScriptChecker;
  readonly policy: Policy;
  /** Time of the clock, seconds. */
  readonly now: () => number;
}

/** Ancestors or descendants that a transaction may have, itself included. */
const relativesMax = 25;
const relativesVsizeMax = 101_000;
/** Virtual bytes of the mempool, at most. */
const vsizeMax = 100_000_000;

interface Candidate {
  readonly entry: MempoolEntry;
  readonly conflicts: ReadonlySet<MempoolEntry>;
}

/** Creates an empty mempool. */
export function createMempool(options: MempoolOptions): Mempool {
  const pool: Pool = { ...options, index: createEntryIndex() };
  const { index } = pool;
  return {
    entries: () => index.all(),
    get size() {
      return index.size;
    },
    get: (txId) => index.get(txId),
    spender: (outpoint) => index.spender(outpoint),
    touching: (script) => index.touching(script),
    accept: (tx) => {
      const { entry, evicted } = check(pool, tx);
      for (const each of evicted) index.remove(each);
      index.add(entry);
      return entry;
    },
    test: (tx) => check(pool, tx).entry,
    drop: (txId) => {
      const entry = index.get(txId);
      if (entry === undefined) return [];
      const dropped = [...withDescendants([entry])];
      for (const each of dropped) index.remove(each);
      return dropped.map(({ tx }) => tx);
    },
    follow: ({ removed, added }) => {
      for (const block of added) for (const tx of block.transactions) leave(index, tx);
      if (removed.length === 0) return;
      // A waiting transaction may spend coins that are gone, so all are checked again in order.
      const back = [...removed].reverse().flatMap(({ transactions }) => transactions);
      const waiting = [...index.all()];
      for (const entry of waiting) index.remove(entry);
      for (const tx of back) if (!tx.isCoinbase) restore(pool, tx);
      for (const { tx } of waiting) restore(pool, tx);
    },
  };
}

interface Pool extends MempoolOptions {
  readonly index: EntryIndex;
}

interface Checked {
  readonly entry: MempoolEntry;
  readonly evicted: ReadonlySet<MempoolEntry>;
}

/** Coin that a transaction would spend: of the chain, or of a waiting transaction. */
function findCoin({ index, chain }: Pool, txId: string, vout: number): Coin | undefined {
  const parent = index.get(txId)?.tx.outputs[vout];
  if (parent !== undefined) return { ...parent, height: chain().tip.height + 1, isCoinbase: false };
  return chain().index.coin(outpointOf(txId, vout));
}

function prepare(pool: Pool, tx: Tx): Candidate {
  const { index, now } = pool;
  const chain = pool.chain();
  const context = chain.next();
  require(isFinal(tx, context), 'non-final');
  const conflicts = new Set<MempoolEntry>();
  for (const { outpoint } of tx.inputs) {
    const conflict = index.spender(outpoint);
    if (conflict !== undefined) conflicts.add(conflict);
  }
  const spent = tx.inputs.map(({ txId, vout }) => {
    const coin = findCoin(pool, txId, vout);
    if (coin === undefined)
      throw new Reject(
        chain.index.transaction(tx.id) === undefined
          ? 'bad-txns-inputs-missingorspent'
          : 'txn-already-known',
      );
    return coin;
  });
  const fee = checkSpend(tx, spent, context);
  const parents = new Set(tx.inputs.flatMap(({ txId }) => index.get(txId) ?? []));
  const { height } = chain.tip;
  const time = now();
  return { entry: { tx, fee, spent, time, height, parents, children: new Set() }, conflicts };
}

/** Checks everything; returns what the transaction evicts. */
function check(pool: Pool, tx: Tx): Checked {
  const { policy, scripts, index } = pool;
  checkTransaction(tx);
  require(!tx.isCoinbase, 'coinbase');
  checkStandard(tx, policy);
  require(index.get(tx.id) === undefined, 'txn-already-in-mempool');
  const { entry, conflicts } = prepare(pool, tx);
  checkStandardInputs(entry.spent);
  const least = feeAt(policy.minRelaySatPerKvb, tx.vsize);
  const figures = `min relay fee not met, ${entry.fee} < ${least}`;
  require(entry.fee >= least, 'min relay fee not met', figures);
  const { incrementalSatPerKvb } = policy;
  const { fee, parents } = entry;
  const sibling = checkTruc(entry, conflicts);
  const outbid = sibling === undefined ? conflicts : new Set([...conflicts, sibling]);
  const replacement = { tx, fee, conflicts: outbid, parents, incrementalSatPerKvb };
  const evicted = outbid.size === 0 ? new Set<MempoolEntry>() : checkReplacement(replacement);
  checkRelatives(entry, evicted);
  require(index.vsize + tx.vsize <= vsizeMax, 'mempool full');
  scripts.check(tx, entry.spent);
  return { entry, evicted };
}

/** Takes back what a reorg gave back, without the rules that only protect the network. */
function restore(pool: Pool, tx: Tx): void {
  try {
    const { entry, conflicts } = prepare(pool, tx);
    if (conflicts.size > 0 || pool.index.get(tx.id) !== undefined) return;
    pool.scripts.check(tx, entry.spent);
    pool.index.add(entry);
  } catch (error) {
    if (!(error instanceof Reject)) throw error;
  }
}

function leave(index: EntryIndex, tx: Tx): void {
  const mined = index.get(tx.id);
  if (mined !== undefined) index.remove(mined);
  const conflicts = tx.inputs.flatMap(({ outpoint }) => index.spender(outpoint) ?? []);
  for (const each of withDescendants(conflicts)) index.remove(each);
}

/** Checks the number and size of unconfirmed relatives. @throws Reject */
function checkRelatives(entry: MempoolEntry, evicted: ReadonlySet<MempoolEntry>): void {
  const ancestors = withAncestors(entry.parents);
  const why = 'too-long-mempool-chain';
  require(ancestors.size <
    relativesMax, why, `${why}, too many unconfirmed ancestors [limit: ${relativesMax}]`);
  require(vsizeOf(ancestors) + entry.tx.vsize <=
    relativesVsizeMax, why, `${why}, exceeds ancestor size limit [limit: ${relativesVsizeMax}]`);
  for (const ancestor of ancestors) {
    const family = [...withDescendants([ancestor])].filter((each) => !evicted.has(each));
    require(family.length <
      relativesMax, why, `${why}, too many descendants for tx ${ancestor.tx.id} [limit: ${relativesMax}]`);
    require(vsizeOf(family) + entry.tx.vsize <=
      relativesVsizeMax, why, `${why}, exceeds descendant size limit for tx ${ancestor.tx.id} [limit: ${relativesVsizeMax}]`);
  }
}
