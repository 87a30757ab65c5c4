import type { ChainEvent, EventPlace } from '@portage/core/chain';
import { fakeDepository, fakeNative } from './fakeAddress.js';
import { readSignedDeposit } from './fakeSignedDeposit.js';
import type { FakeAction, FakeTransaction } from './fakeTransaction.js';

/** State that transactions of a fake chain read and write. Keys are joined by spaces. */
export interface FakeState {
  /** `account currency` */
  readonly balances: Map<string, bigint>;
  /** `owner spender currency` */
  readonly allowances: Map<string, bigint>;
  /** `orderId depositor currency` */
  readonly escrow: Map<string, bigint>;
  /** `sender orderId` of fills and `key` of refunds that were made: each is made once. */
  readonly settled: Map<string, bigint>;
  /** Next sequence of each account. */
  readonly sequences: Map<string, bigint>;
}

/** Result of a transaction. A reverted one paid its fee and did nothing else. */
export interface Execution {
  readonly status: 'mined' | 'reverted';
  readonly events: readonly ChainEvent[];
}

/** Makes a state with these balances (`account currency`) and no history. */
export function createState(balances: ReadonlyMap<string, bigint>): FakeState {
  return {
    balances: new Map(balances),
    allowances: new Map(),
    escrow: new Map(),
    settled: new Map(),
    sequences: new Map(),
  };
}

/**
 * Runs a transaction whose sequence is due and whose fee its sender can pay. `fails` makes it
 * revert.
 */
export function executeTransaction(
  state: FakeState,
  transaction: FakeTransaction,
  place: Omit<EventPlace, 'ordinal'>,
  fails: boolean,
): Execution {
  const { sender, fee, sequence, actions } = transaction;
  state.sequences.set(sender, sequence + 1n);
  state.balances.set(
    `${sender} ${fakeNative}`,
    read(state.balances, `${sender} ${fakeNative}`) - fee,
  );
  if (fails) return { status: 'reverted', events: [] };
  const journal: (() => void)[] = [];
  const events: ChainEvent[] = [];
  for (const action of actions) {
    const event = run({ state, journal, sender }, action);
    if (event === 'revert') {
      for (const undo of journal.reverse()) undo();
      return { status: 'reverted', events: [] };
    }
    if (event !== undefined) events.push({ ...event, ...place, ordinal: events.length });
  }
  return { status: 'mined', events };
}

interface Run {
  readonly state: FakeState;
  readonly journal: (() => void)[];
  readonly sender: string;
}

type BareEvent = ChainEvent extends infer Event
  ? Event extends ChainEvent
    ? Omit<Event, keyof EventPlace>
    : never
  : never;

function run(context: Run, action: FakeAction): BareEvent | 'revert' | undefined {
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
      if (amount === 0n || !move(context, currency, sender, fakeDepository, amount))
        return 'revert';
      const escrow = `${action.orderId} ${action.depositor} ${currency}`;
      write(context, state.escrow, escrow, read(state.escrow, escrow) + amount);
      return {
        type: 'deposit',
        orderId: action.orderId,
        depositor: action.depositor,
        payer: sender,
        currency,
        amount,
      };
    }
    case 'call': {
      if (!move(context, currency, sender, action.recipient, amount)) return 'revert';
      return action.data === '0x' ? undefined : depositSigned(context, action.data);
    }
    case 'fill':
      if (
        !once(context, `${sender} ${action.orderId}`) ||
        !move(context, currency, sender, action.recipient, amount)
      )
        return 'revert';
      return {
        type: 'fill',
        orderId: action.orderId,
        solver: sender,
        recipient: action.recipient,
        currency,
        amount,
      };
    case 'refund': {
      const { orderId, depositor, recipient } = action;
      if (
        !once(context, action.key) ||
        !subtract(context, state.escrow, `${orderId} ${depositor} ${currency}`, amount)
      )
        return 'revert';
      if (!move(context, currency, fakeDepository, recipient, amount)) return 'revert';
      return { type: 'release', orderId, depositor, currency, amount, recipient };
    }
  }
}

/** Takes a deposit that its payer signed for, once. */
function depositSigned(context: Run, data: string): BareEvent | 'revert' {
  const { payer, orderId, currency, amount } = readSignedDeposit(data);
  if (!once(context, data) || !move(context, currency, payer, fakeDepository, amount))
    return 'revert';
  const escrow = `${orderId} ${payer} ${currency}`;
  write(context, context.state.escrow, escrow, read(context.state.escrow, escrow) + amount);
  return { type: 'deposit', orderId, depositor: payer, payer, currency, amount };
}

function move(context: Run, currency: string, from: string, to: string, amount: bigint): boolean {
  const { balances } = context.state;
  if (!subtract(context, balances, `${from} ${currency}`, amount)) return false;
  write(context, balances, `${to} ${currency}`, read(balances, `${to} ${currency}`) + amount);
  return true;
}

function once(context: Run, key: string): boolean {
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
