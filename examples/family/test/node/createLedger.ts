import { createHash } from 'node:crypto';
import { depository, native } from '../../src/codec.js';
import { transactionId } from '../../src/openKey.js';
import type { TallyAction, TallyBody } from '../../src/transaction.js';
import { decodeSigned, isSignedBy } from './decodeSigned.js';
import {
  cloneState,
  runAction,
  type EventPlace,
  type TallyEvent,
  type TallyState,
} from './state.js';

/** Number of a block, its hash, and its time in Unix seconds. */
export interface TallyCursor {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
}

/** A transaction in a block. A reverted one paid its fee and did nothing else. */
export interface TallyTransaction {
  readonly txId: string;
  readonly state: 'mined' | 'reverted';
  readonly sender: string;
  readonly fee: string;
  readonly height: number;
  readonly blockHash: string;
  readonly events: readonly TallyEvent[];
}

/** A block of the ledger; what is in one stays. */
export interface TallyBlock extends TallyCursor {
  readonly parent: string;
  readonly transactions: readonly TallyTransaction[];
}

/** Options of a ledger. */
export interface LedgerOptions {
  readonly chainId: number;
  /** Account that lets money out of the depository. */
  readonly releaser: string;
}

/** Accounts, blocks, and the transactions that wait for one. */
export interface Ledger {
  readonly chainId: number;
  readonly blocks: readonly TallyBlock[];
  tip(): TallyBlock;
  find(txId: string): TallyTransaction | 'pending' | undefined;
  sequenceOf(account: string): bigint;
  balancesOf(account: string): Readonly<Record<string, string>>;
  /** Takes signed bytes and returns the transaction's id. @throws Error with the reason */
  submit(raw: Uint8Array): string;
  mine(): void;
  credit(account: string, currency: string, amount: bigint): void;
}

interface Pending {
  readonly txId: string;
  readonly body: TallyBody;
}

/** Makes a ledger with one empty block. */
export function createLedger({ chainId, releaser }: LedgerOptions): Ledger {
  let state: TallyState = { balances: new Map(), escrow: new Map(), settled: new Set() };
  const sequences = new Map<string, bigint>();
  const first: TallyBlock = {
    ...seal(`tally ${String(chainId)}`, 0),
    parent: '0x',
    transactions: [],
  };
  const blocks: TallyBlock[] = [first];
  const found = new Map<string, TallyTransaction>();
  const waiting = new Map<string, Pending>();
  const tip = (): TallyBlock => blocks.at(-1) ?? first;
  const sequenceOf = (account: string): bigint => sequences.get(account) ?? 0n;

  const include = ({ txId, body }: Pending, cursor: TallyCursor): TallyTransaction => {
    const { sender, fee, actions } = body;
    sequences.set(sender, body.sequence + 1n);
    add(state, `${sender} ${native}`, -fee);
    const place = { txId, height: cursor.height, blockHash: cursor.hash };
    const next = cloneState(state);
    const events = runAll(next, actions, { sender, releaser, place });
    if (events !== undefined) state = next;
    return {
      ...place,
      sender,
      fee: fee.toString(),
      state: events === undefined ? 'reverted' : 'mined',
      events: events ?? [],
    };
  };
  const due = (): Pending | undefined =>
    [...waiting.values()].find(
      ({ body: { sender, sequence, fee } }) =>
        sequence === sequenceOf(sender) && (state.balances.get(`${sender} ${native}`) ?? 0n) >= fee,
    );
  return {
    chainId,
    blocks,
    tip,
    find: (txId) =>
      found.get(txId) ??
      ([...waiting.values()].some((other) => other.txId === txId) ? 'pending' : undefined),
    sequenceOf,
    balancesOf: (account) => balancesOf(state, account),
    submit: (raw) => {
      const { txId, body } = readSigned(raw, chainId);
      if (found.has(txId)) return txId;
      const key = `${body.sender} ${body.sequence.toString()}`;
      const rival = waiting.get(key);
      if (body.sequence < sequenceOf(body.sender)) throw new Error('the sequence was used');
      if (rival !== undefined && rival.txId !== txId && body.fee * 10n < rival.body.fee * 11n)
        throw new Error('the fee is too low to replace the other');
      waiting.set(key, { txId, body });
      return txId;
    },
    mine: () => {
      const { hash: parent, height } = tip();
      const cursor = seal(parent, height + 1);
      const transactions: TallyTransaction[] = [];
      for (let next = due(); next !== undefined; next = due()) {
        waiting.delete(`${next.body.sender} ${next.body.sequence.toString()}`);
        const transaction = include(next, cursor);
        found.set(transaction.txId, transaction);
        transactions.push(transaction);
      }
      blocks.push({ ...cursor, parent, transactions });
    },
    credit: (account, currency, amount) => add(state, `${account} ${currency}`, amount),
  };
}

/** Reads a transaction that its sender signed. @throws Error with the reason of a refusal */
function readSigned(raw: Uint8Array, chainId: number): Pending {
  const { body, text, signature } = decodeSigned(raw);
  if (body.chainId !== chainId) throw new Error('the transaction is for another chain');
  if (!isSignedBy(body.sender, text, signature)) throw new Error('the signature is wrong');
  return { txId: transactionId(text), body };
}

interface RunContext {
  readonly sender: string;
  readonly releaser: string;
  readonly place: EventPlace;
}

/** Events of all actions; undefined where one of them fails. */
function runAll(
  state: TallyState,
  actions: readonly TallyAction[],
  { sender, releaser, place }: RunContext,
): readonly TallyEvent[] | undefined {
  const events: TallyEvent[] = [];
  for (const action of actions) {
    const outcome = runAction(state, action, { sender, releaser, depository });
    if (outcome === 'failed') return undefined;
    if (outcome !== undefined) events.push({ ...place, ...outcome, ordinal: events.length });
  }
  return events;
}

function balancesOf({ balances }: TallyState, account: string): Readonly<Record<string, string>> {
  const prefix = `${account} `;
  const own = [...balances].filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(
    own.map(([key, amount]) => [key.slice(prefix.length), amount.toString()]),
  );
}

function add({ balances }: TallyState, key: string, amount: bigint): void {
  balances.set(key, (balances.get(key) ?? 0n) + amount);
}

function seal(parent: string, height: number): TallyCursor {
  const hash = createHash('sha256')
    .update(`${parent} ${String(height)}`)
    .digest('hex');
  return { height, hash: `0x${hash}`, time: Math.floor(Date.now() / 1_000) };
}
