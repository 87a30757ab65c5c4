import { bitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import { addressOf, readOrderMark, scriptOf, type OrderMark } from '@portage/bitcoin/transaction';
import type { ChainEvent, EventPlace } from '@portage/core/chain';

/** Addresses of the service on a network. */
export interface Accounts {
  readonly network: BitcoinNetwork;
  readonly vault: string;
  readonly solver: string;
}

/** An output, of this transaction or of the one that an input spends. */
export interface Output {
  readonly script: Uint8Array;
  /** Satoshi. */
  readonly value: bigint;
}

/** A transaction, as far as money of ours is concerned. */
export interface Movement {
  /** Whether it makes new coins: those cannot be spent for a hundred blocks. */
  readonly isCoinbase: boolean;
  /** Outputs that its inputs spend: the first one's, and each one's that may be ours. */
  readonly spent: ReadonlyMap<number, Output>;
  readonly outputs: readonly Output[];
}

/** Transaction and block of events. */
export type MovementPlace = Omit<EventPlace, 'ordinal'>;

/** An event whose place is not known yet. */
type Told<Event> = Event extends ChainEvent ? Omit<Event, keyof EventPlace> : never;

const currency = bitcoinCodec.nativeCurrency;

/**
 * Events of ours in a transaction. Money of the vault that moves is released, and what comes back
 * to the vault then is change. Otherwise money that reaches the vault is a deposit where one mark
 * names one order, and waits for an operator where none does. A transaction whose first input is
 * the solver's pays orders. Pure.
 */
export function decodeTransaction(
  movement: Movement,
  accounts: Accounts,
  place: MovementPlace,
): readonly ChainEvent[] {
  const told = readEvents(movement, accounts);
  return told.map((event, ordinal): ChainEvent => ({ ...place, ordinal, ...event }));
}

function readEvents(movement: Movement, accounts: Accounts): readonly Told<ChainEvent>[] {
  const { network } = accounts;
  const mark = findMark(movement.outputs, network);
  const vaultScript = scriptOf(accounts.vault, network);
  const taken = sum([...movement.spent.values()].filter((each) => isPaidTo(each, vaultScript)));
  if (taken > 0n) return readReleases(movement, accounts, { mark, taken });
  return [...readArrival(movement, accounts, mark), ...readFills(movement, accounts, mark)];
}

/** The first mark counts. */
function findMark(outputs: readonly Output[], network: BitcoinNetwork): OrderMark | undefined {
  for (const { script } of outputs) {
    const mark = readOrderMark(script, network);
    if (mark !== undefined) return mark;
  }
  return undefined;
}

function readArrival(
  { isCoinbase, spent, outputs }: Movement,
  { network, vault }: Accounts,
  mark: OrderMark | undefined,
): readonly Told<ChainEvent>[] {
  const script = scriptOf(vault, network);
  const amount = sum(outputs.filter((output) => isPaidTo(output, script)));
  if (amount === 0n) return [];
  const first = spent.get(0);
  // A payer with a script without an address cannot be paid back by it.
  const payer = (first && addressOf(first.script, network)) ?? currency;
  const [orderId, ...others] = mark?.orderIds ?? [];
  if (orderId === undefined || others.length > 0 || isCoinbase)
    return [{ type: 'transfer', sender: payer, currency, amount }];
  const depositor = mark?.depositor ?? payer;
  return [{ type: 'deposit', orderId, depositor, payer, currency, amount }];
}

function readFills(
  { spent, outputs }: Movement,
  { network, vault, solver }: Accounts,
  mark: OrderMark | undefined,
): readonly Told<ChainEvent>[] {
  const first = spent.get(0);
  if (first === undefined || !isPaidTo(first, scriptOf(solver, network))) return [];
  const payments = readPayments(outputs, network, [vault, solver]);
  return (mark?.orderIds ?? []).flatMap((orderId, index): readonly Told<ChainEvent>[] => {
    const payment = payments[index];
    return payment === undefined ? [] : [{ type: 'fill', orderId, solver, ...payment, currency }];
  });
}

/** Releases of the vault: to others, or to the solver where no other is paid. */
function readReleases(
  { outputs }: Movement,
  { network, vault, solver }: Accounts,
  { mark, taken }: { readonly mark: OrderMark | undefined; readonly taken: bigint },
): readonly Told<ChainEvent>[] {
  const [orderId] = mark?.orderIds ?? [];
  if (orderId === undefined) return [];
  const vaultScript = scriptOf(vault, network);
  const left = taken - sum(outputs.filter((output) => isPaidTo(output, vaultScript)));
  const payments = readPayments(outputs, network, [vault, solver]);
  const released =
    payments.length > 0 ? payments : left > 0n ? [{ recipient: solver, amount: left }] : [];
  return released.map(({ recipient, amount }) => ({
    type: 'release',
    orderId,
    recipient,
    currency,
    amount,
    depositor: mark?.depositor ?? recipient,
  }));
}

interface Payment {
  readonly recipient: string;
  readonly amount: bigint;
}

/** Outputs that pay other addresses than these. */
function readPayments(
  outputs: readonly Output[],
  network: BitcoinNetwork,
  own: readonly string[],
): readonly Payment[] {
  return outputs.flatMap(({ script, value }) => {
    const recipient = addressOf(script, network);
    return recipient === undefined || own.includes(recipient) ? [] : [{ recipient, amount: value }];
  });
}

function isPaidTo({ script }: Output, wanted: Uint8Array): boolean {
  return Buffer.from(script).equals(wanted);
}

function sum(outputs: readonly Output[]): bigint {
  return outputs.reduce((total, { value }) => total + value, 0n);
}
