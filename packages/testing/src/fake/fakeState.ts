import type { ChainEvent, EventPlace } from '@portage/core/chain';
import { fakeDepository, fakeNative } from './fakeAddress.js';
import { readSignedDeposit } from './fakeSignedDeposit.js';
import { depositAddressOf, readSweep, type FakeSweep } from './fakeSweep.js';
import type { FakeAction, FakeTransaction } from './fakeTransaction.js';

/** State that transactions of a fake chain read and write. Keys are joined by spaces. */
export interface FakeState {
  /** `account currency` */
  readonly balances: Map<string, bigint>;
  /** `owner spender currency` */
  readonly allowances: Map<string, bigint>;
  /** `orderId depositor currency` */
  readonly escrow: Map<string, bigint>;
  /** Amounts under reclaim by `orderId depositor currency`, and the Unix seconds of their time. */
  readonly covered: Map<string, bigint>;
  readonly readyAt: Map<string, bigint>;
  /** `sender orderId` of fills and `key` of refunds that were made: each is made once. */
  readonly settled: Map<string, bigint>;
  /** Next sequence of each account. */
  readonly sequences: Map<string, bigint>;
  /** Unspent coins. */
  readonly coins: Set<string>;
  /** Whether fills, refunds and signed deposits are made once; else each that is given is made. */
  readonly guards: boolean;
  /** Part that a token keeps of what is paid to the depository, in basis points, by currency. */
  readonly arrivalFees: ReadonlyMap<string, bigint>;
}

/** Result of a transaction. A reverted one paid its fee and did nothing else. */
export interface Execution {
  readonly status: 'mined' | 'reverted';
  readonly events: readonly ChainEvent[];
}

/** Beginning and rules of a state. */
export interface StateOptions {
  /** Unspent coins; none by default. */
  readonly coins?: readonly string[];
  readonly guards?: boolean;
  readonly arrivalFees?: ReadonlyMap<string, bigint>;
}

/** Makes a state with these balances (`account currency`), and no history. */
export function createState(
  balances: ReadonlyMap<string, bigint>,
  { coins = [], guards = true, arrivalFees = new Map() }: StateOptions = {},
): FakeState {
  return {
    balances: new Map(balances),
    allowances: new Map(),
    escrow: new Map(),
    covered: new Map(),
    readyAt: new Map(),
    settled: new Map(),
    sequences: new Map(),
    coins: new Set(coins),
    guards,
    arrivalFees,
  };
}

/** Time of a block, and the delay of reclaims; both in seconds. */
export interface BlockTime {
  readonly time: number;
  readonly reclaimDelay: number;
}

/**
 * Runs a transaction whose sequence is due and whose fee its sender can pay. `fails` makes it
 * revert.
 */
export function executeTransaction(
  state: FakeState,
  transaction: FakeTransaction,
  place: Omit<EventPlace, 'ordinal'>,
  block: BlockTime,
  fails: boolean,
): Execution {
  const { sender, fee, sequence, actions, coins, expiresAt } = transaction;
  if (coins === undefined && expiresAt === undefined) state.sequences.set(sender, sequence + 1n);
  if (coins !== undefined) {
    for (const coin of coins) state.coins.delete(coin);
    state.coins.add(place.txId);
  }
  state.balances.set(
    `${sender} ${fakeNative}`,
    read(state.balances, `${sender} ${fakeNative}`) - fee,
  );
  if (fails) return { status: 'reverted', events: [] };
  const journal: (() => void)[] = [];
  const events: ChainEvent[] = [];
  for (const action of actions) {
    const told = run({ state, journal, sender, block }, action);
    if (told === 'revert') {
      for (const undo of journal.reverse()) undo();
      return { status: 'reverted', events: [] };
    }
    for (const event of told === undefined ? [] : [told].flat())
      events.push({ ...event, ...place, ordinal: events.length });
  }
  return { status: 'mined', events };
}

interface Run {
  readonly state: FakeState;
  readonly journal: (() => void)[];
  readonly sender: string;
  readonly block: BlockTime;
}

type BareEvent = ChainEvent extends infer Event
  ? Event extends ChainEvent
    ? Omit<Event, keyof EventPlace>
    : never
  : never;

function run(
  context: Run,
  action: FakeAction,
): BareEvent | readonly BareEvent[] | 'revert' | undefined {
  const { state, sender } = context;
  const { currency, amount } = action;
  switch (action.type) {
    case 'approve':
      write(context, state.allowances, `${sender} ${action.spender} ${currency}`, amount);
      return undefined;
    case 'transfer':
      if (!move(context, currency, sender, action.recipient, amount)) return 'revert';
      return action.recipient === fakeDepository
        ? { type: 'transfer', sender, currency, amount }
        : undefined;
    case 'deposit': {
      const allowance = `${sender} ${fakeDepository} ${currency}`;
      if (currency !== fakeNative && !subtract(context, state.allowances, allowance, amount))
        return 'revert';
      return amount === 0n ? 'revert' : payIn(context, { ...action, payer: sender });
    }
    case 'imitation':
      return undefined;
    case 'call': {
      if (!move(context, currency, sender, action.recipient, amount)) return 'revert';
      return action.data === '0x' ? undefined : carryOut(context, action.data);
    }
    case 'fill':
      return fill(context, action);
    case 'refund': {
      const { orderId, depositor, recipient, key: nonce, expiry } = action;
      if (
        (expiry !== undefined && context.block.time > expiry) ||
        !once(context, action.key) ||
        !debit(context, `${orderId} ${depositor} ${currency}`, amount)
      )
        return 'revert';
      if (!move(context, currency, fakeDepository, recipient, amount)) return 'revert';
      const told = expiry === undefined ? {} : { nonce };
      return { type: 'release', orderId, depositor, currency, amount, recipient, ...told };
    }
    case 'collection':
      return collect(context, action);
    case 'requestReclaim':
      return requestReclaim(context, action.orderId, currency);
    case 'reclaim':
      return reclaim(context, action.orderId, currency);
  }
}

/** Pays an order, once, and the recipient's native currency beside. */
function fill(
  context: Run,
  { orderId, currency, amount, recipient, topup = 0n }: FakeAction & { readonly type: 'fill' },
): readonly BareEvent[] | 'revert' {
  const { sender: solver } = context;
  const isPaid =
    once(context, `${solver} ${orderId}`) &&
    move(context, currency, solver, recipient, amount) &&
    move(context, fakeNative, solver, recipient, topup);
  if (!isPaid) return 'revert';
  const paid = { type: 'fill', orderId, solver, recipient } as const;
  const beside = topup === 0n ? [] : [{ ...paid, currency: fakeNative, amount: topup }];
  return [{ ...paid, currency, amount }, ...beside];
}

/** Releases amounts of many escrows to the recipient, once. */
function collect(
  context: Run,
  action: FakeAction & { readonly type: 'collection' },
): readonly BareEvent[] | 'revert' {
  const { sender, block } = context;
  const { key, releases, currency, amount, expiry, recipient = sender } = action;
  const told = action.recipient === undefined ? {} : { nonce: key };
  const sum = releases.reduce((total, release) => total + release.amount, 0n);
  const isGood =
    block.time <= expiry &&
    sum === amount &&
    once(context, key) &&
    releases.every((one) =>
      debit(context, `${one.orderId} ${one.depositor} ${currency}`, one.amount),
    ) &&
    move(context, currency, fakeDepository, recipient, amount);
  return isGood
    ? releases.map((one) => ({ type: 'release', ...one, currency, recipient, ...told }))
    : 'revert';
}

/** Asks for what the sender has in the depository under an order. */
function requestReclaim(context: Run, orderId: string, currency: string): BareEvent | 'revert' {
  const { state, sender, block } = context;
  const key = `${orderId} ${sender} ${currency}`;
  const amount = read(state.escrow, key);
  if (amount === 0n) return 'revert';
  const readyAt = block.time + block.reclaimDelay;
  write(context, state.covered, key, amount);
  write(context, state.readyAt, key, BigInt(readyAt));
  return { type: 'reclaimRequest', orderId, depositor: sender, currency, amount, readyAt };
}

/** Pays what was asked for and is still there. */
function reclaim(context: Run, orderId: string, currency: string): BareEvent | 'revert' {
  const { state, sender, block } = context;
  const key = `${orderId} ${sender} ${currency}`;
  const amount = read(state.covered, key);
  if (amount === 0n || BigInt(block.time) < read(state.readyAt, key)) return 'revert';
  if (!debit(context, key, amount) || !move(context, currency, fakeDepository, sender, amount))
    return 'revert';
  return { type: 'reclaim', orderId, depositor: sender, currency, amount };
}

/** Takes an amount out of an escrow, the part under reclaim first. */
function debit(context: Run, key: string, amount: bigint): boolean {
  const { escrow, covered } = context.state;
  if (!subtract(context, escrow, key, amount)) return false;
  const left = read(covered, key) - amount;
  write(context, covered, key, left > 0n ? left : 0n);
  return true;
}

/** Does what the data of a call asks for: a sweep, or a deposit that its payer signed for, once. */
function carryOut(context: Run, data: string): readonly BareEvent[] | BareEvent | 'revert' {
  const sweep = readSweep(data);
  if (sweep !== undefined) return sweepAddress(context, sweep);
  const signed = readSignedDeposit(data);
  return once(context, data) ? payIn(context, { ...signed, depositor: signed.payer }) : 'revert';
}

/** Pays in what a deposit address holds of these currencies; an empty one tells nothing. */
function sweepAddress(
  context: Run,
  { orderId, depositor, currencies }: FakeSweep,
): readonly BareEvent[] | 'revert' {
  const payer = depositAddressOf({ orderId, depositor });
  const paid = currencies.flatMap((currency) => {
    const amount = read(context.state.balances, `${payer} ${currency}`);
    return amount === 0n ? [] : [payIn(context, { orderId, depositor, payer, currency, amount })];
  });
  const told = paid.filter((one) => one !== 'revert');
  return told.length === paid.length ? told : 'revert';
}

interface Payment {
  readonly orderId: string;
  readonly depositor: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** Moves a payment into the escrow of its order. */
function payIn(
  context: Run,
  { orderId, depositor, payer, currency, amount }: Payment,
): BareEvent | 'revert' {
  const arrived = arrive(context, currency, payer, amount);
  if (arrived === undefined) return 'revert';
  const escrow = `${orderId} ${depositor} ${currency}`;
  write(context, context.state.escrow, escrow, read(context.state.escrow, escrow) + arrived);
  return { type: 'deposit', orderId, depositor, payer, currency, amount: arrived };
}

/** Pays the depository and answers what arrives there: the rest is the token's. */
function arrive(context: Run, currency: string, from: string, amount: bigint): bigint | undefined {
  const kept = (amount * (context.state.arrivalFees.get(currency) ?? 0n)) / 10_000n;
  const isPaid =
    move(context, currency, from, fakeDepository, amount) &&
    subtract(context, context.state.balances, `${fakeDepository} ${currency}`, kept);
  return isPaid ? amount - kept : undefined;
}

function move(context: Run, currency: string, from: string, to: string, amount: bigint): boolean {
  const { balances } = context.state;
  if (!subtract(context, balances, `${from} ${currency}`, amount)) return false;
  write(context, balances, `${to} ${currency}`, read(balances, `${to} ${currency}`) + amount);
  return true;
}

function once(context: Run, key: string): boolean {
  if (!context.state.guards) return true;
  if (context.state.settled.has(key)) return false;
  write(context, context.state.settled, key, 1n);
  return true;
}

function subtract(context: Run, map: Map<string, bigint>, key: string, amount: bigint): boolean {
  const left = read(map, key) - amount;
  if (left < 0n) return false;
  write(context, map, key, left);
  return true;
}

function write({ journal }: Run, map: Map<string, bigint>, key: string, value: bigint): void {
  const before = map.get(key);
  journal.push(() => (before === undefined ? map.delete(key) : map.set(key, before)));
  map.set(key, value);
}

function read(map: ReadonlyMap<string, bigint>, key: string): bigint {
  return map.get(key) ?? 0n;
}
