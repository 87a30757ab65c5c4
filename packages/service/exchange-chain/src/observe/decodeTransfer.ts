import type { ChainEvent, EventPlace } from '@portage/core/chain';
import type { ExchangeTransaction } from '@portage/exchange/api';
import { currencyOf } from '@portage/exchange/codec';
import { findTransferTerms, transferType, type TransferTerms } from '@portage/exchange/transaction';
import { blockName } from './head.js';

/** Indexes of the accounts of the service. */
export interface Accounts {
  readonly solver: number;
  readonly depository: number;
}

/** An event whose place is not known yet. */
type Told<Event> = Event extends ChainEvent ? Omit<Event, keyof EventPlace> : never;

/** Whether an account is one of ours. */
export function isOurs({ solver, depository }: Accounts, index: number): boolean {
  return index === solver || index === depository;
}

/** Terms of a transfer; undefined of another transaction, and of one without terms. */
export function termsOf({ type, info }: ExchangeTransaction): TransferTerms | undefined {
  return type === transferType ? findTransferTerms(info) : undefined;
}

/**
 * Our events in a transaction: none before it is final, or where it failed. What reaches the
 * depository is a deposit under the id of its memo; under an id that no order has where the memo is
 * none, so that it waits under the name of its payer. Pure.
 */
export function decodeTransfer(
  transaction: ExchangeTransaction,
  accounts: Accounts,
): readonly ChainEvent[] {
  const { hash: txId, isFinal, blockHeight: height } = transaction;
  if (!isFinal || height === undefined) return [];
  const terms = termsOf(transaction);
  const told = terms === undefined ? undefined : readEvent(terms, accounts, txId);
  if (told === undefined) return [];
  return [{ txId, ordinal: 0, height, blockHash: blockName(height), ...told }];
}

function readEvent(
  terms: TransferTerms,
  accounts: Accounts,
  txId: string,
): Told<ChainEvent> | undefined {
  const { solver, depository } = accounts;
  const { fromAccountIndex: from, toAccountIndex: to, assetIndex, amount } = terms;
  if (from === to) return undefined;
  if (from === depository) return readRelease(terms);
  const currency = currencyOf({ assetIndex, routeType: terms.toRouteType });
  if (currency === undefined) return undefined;
  const [sender, recipient] = [String(from), String(to)];
  const orderId = idOf(terms);
  if (to === depository && from !== solver) {
    const named = orderId ?? idOfNoOrder(txId);
    return { type: 'deposit', orderId: named, depositor: sender, payer: sender, currency, amount };
  }
  if (from === solver && !isOurs(accounts, to) && orderId !== undefined)
    return { type: 'fill', orderId, solver: sender, recipient, currency, amount };
  return undefined;
}

/**
 * Release that a transfer out of the depository makes. The memo names the order and no account, so
 * the recipient stands for the depositor.
 */
function readRelease(terms: TransferTerms): Told<ChainEvent> | undefined {
  const { assetIndex, fromRouteType: routeType, amount } = terms;
  const currency = currencyOf({ assetIndex, routeType });
  const orderId = idOf(terms);
  if (currency === undefined || orderId === undefined) return undefined;
  const recipient = String(terms.toAccountIndex);
  return { type: 'release', orderId, depositor: recipient, recipient, currency, amount };
}

/** Twelve bytes of zero behind an address: wallets write a note like that, and no order has it. */
const addressPattern = /^0x[0-9a-f]{40}0{24}$/;

/**
 * The id that a memo is; undefined of one that holds an address, and where attributes may say
 * something else than the memo.
 */
function idOf({ memo, hasAttributes }: TransferTerms): string | undefined {
  if (memo === undefined || hasAttributes) return undefined;
  return addressPattern.test(memo) ? undefined : memo;
}

/** An id for money without one: the start of the transaction's own, which is the id of no order. */
function idOfNoOrder(txId: string): string {
  return `0x${txId.slice(0, 64)}`;
}
