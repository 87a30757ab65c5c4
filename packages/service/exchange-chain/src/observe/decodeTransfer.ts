import type { ChainEvent, EventPlace } from '@portage/core/chain';
import type { ExchangeTransaction } from '@portage/exchange/api';
import { currencyOf } from '@portage/exchange/codec';
import { readTransfer, transferType, type Transfer } from '@portage/exchange/transaction';
import { blockName } from './head.js';

/** Indexes of the accounts of the service. */
export interface Accounts {
  readonly solver: number;
  readonly depository: number;
}

/** An event whose place is not known yet. */
type Told<Event> = Event extends ChainEvent ? Omit<Event, keyof EventPlace> : never;

/** The transfer of a transaction; undefined of any other one, and of one that makes no sense. */
export function transferOf({ type, info }: ExchangeTransaction): Transfer | undefined {
  if (type !== transferType) return undefined;
  try {
    return readTransfer(info).transfer;
  } catch {
    return undefined;
  }
}

/**
 * Our events in a transaction: none before it is executed, or where it failed. What reaches the
 * depository is a deposit under the id of its memo, and waits for an operator where the memo is no
 * id. Pure.
 */
export function decodeTransfer(
  transaction: ExchangeTransaction,
  accounts: Accounts,
): readonly ChainEvent[] {
  const { hash: txId, status, blockHeight: height } = transaction;
  if (status !== 'executed' || height === undefined) return [];
  const transfer = transferOf(transaction);
  const told = transfer === undefined ? undefined : readEvent(transfer, accounts);
  if (told === undefined) return [];
  return [{ txId, ordinal: 0, height, blockHash: blockName(height), ...told }];
}

function readEvent(transfer: Transfer, accounts: Accounts): Told<ChainEvent> | undefined {
  const { solver, depository } = accounts;
  const { fromAccountIndex: from, toAccountIndex: to, assetIndex, amount, memo } = transfer;
  const isOwn = (index: number): boolean => index === solver || index === depository;
  if (from === to) return undefined;
  if (from === depository) return readRelease(transfer);
  const currency = currencyOf({ assetIndex, routeType: transfer.toRouteType });
  if (currency === undefined) return undefined;
  const [sender, recipient] = [String(from), String(to)];
  const orderId = idOf(memo);
  if (to === depository && from !== solver)
    return orderId === undefined
      ? { type: 'transfer', sender, currency, amount }
      : { type: 'deposit', orderId, depositor: sender, payer: sender, currency, amount };
  if (from === solver && !isOwn(to) && orderId !== undefined)
    return { type: 'fill', orderId, solver: sender, recipient, currency, amount };
  return undefined;
}

/**
 * What the recipient gets of the depository. The memo names the order and nobody else, so the
 * recipient stands for the depositor.
 */
function readRelease(transfer: Transfer): Told<ChainEvent> | undefined {
  const { assetIndex, fromRouteType: routeType, amount, memo } = transfer;
  const currency = currencyOf({ assetIndex, routeType });
  const orderId = idOf(memo);
  if (currency === undefined || orderId === undefined) return undefined;
  const recipient = String(transfer.toAccountIndex);
  return { type: 'release', orderId, depositor: recipient, recipient, currency, amount };
}

/** Twelve bytes of zero behind an address: wallets write a note like that, and no order has it. */
const addressPattern = /^0x[0-9a-f]{40}0{24}$/;

/** The id that a memo is; undefined of one that is empty, or holds an address. */
function idOf(memo: string): string | undefined {
  return addressPattern.test(memo) ? undefined : memo;
}
