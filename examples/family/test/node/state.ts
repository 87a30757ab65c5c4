import type { TallyAction } from '../../src/transaction.js';

/** Money of all accounts. Keys are joined by spaces. */
export interface TallyState {
  /** `account currency` */
  readonly balances: Map<string, bigint>;
  /** `orderId depositor currency` */
  readonly escrow: Map<string, bigint>;
  /** `sender orderId` of fills and keys of releases: each is made once. */
  readonly settled: Set<string>;
}

/** Transaction and block of an event. */
export interface EventPlace {
  readonly txId: string;
  readonly height: number;
  readonly blockHash: string;
}

/** Something that happened to the depository, or a payment of an order; amounts are digits. */
export interface TallyEvent extends EventPlace, BareEvent {
  readonly ordinal: number;
}

/** Accounts that actions are judged by. */
export interface ActionContext {
  readonly sender: string;
  readonly releaser: string;
  readonly depository: string;
}

/** Members of an event that the action itself says. */
export interface BareEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A copy to try a transaction on. */
export function cloneState({ balances, escrow, settled }: TallyState): TallyState {
  return { balances: new Map(balances), escrow: new Map(escrow), settled: new Set(settled) };
}

/** Runs one action; its event where it has one. A failed one leaves the state half changed. */
export function runAction(
  state: TallyState,
  action: TallyAction,
  { sender, releaser, depository }: ActionContext,
): BareEvent | 'failed' | undefined {
  const { currency, amount } = action;
  const said = { currency, amount: amount.toString() };
  const move = (from: string, to: string): boolean =>
    amount > 0n &&
    take(state.balances, `${from} ${currency}`, amount) &&
    give(state.balances, `${to} ${currency}`, amount);
  switch (action.type) {
    case 'transfer':
      if (!move(sender, action.to)) return 'failed';
      return action.to === depository ? { type: 'transfer', sender, ...said } : undefined;
    case 'deposit': {
      const { orderId, depositor } = action;
      if (!move(sender, depository)) return 'failed';
      give(state.escrow, `${orderId} ${depositor} ${currency}`, amount);
      return { type: 'deposit', orderId, depositor, payer: sender, ...said };
    }
    case 'fill': {
      const { orderId, to } = action;
      if (!once(state, `${sender} ${orderId}`) || !move(sender, to)) return 'failed';
      return { type: 'fill', orderId, solver: sender, recipient: to, ...said };
    }
    case 'release': {
      const { orderId, depositor, to, key } = action;
      const isAllowed =
        sender === releaser &&
        once(state, key) &&
        take(state.escrow, `${orderId} ${depositor} ${currency}`, amount);
      if (!isAllowed || !move(depository, to)) return 'failed';
      return { type: 'release', orderId, depositor, recipient: to, ...said };
    }
  }
}

function take(map: Map<string, bigint>, key: string, amount: bigint): boolean {
  const left = (map.get(key) ?? 0n) - amount;
  if (left >= 0n) map.set(key, left);
  return left >= 0n;
}

function give(map: Map<string, bigint>, key: string, amount: bigint): boolean {
  map.set(key, (map.get(key) ?? 0n) + amount);
  return true;
}

function once({ settled }: TallyState, key: string): boolean {
  const isFirst = !settled.has(key);
  settled.add(key);
  return isFirst;
}
