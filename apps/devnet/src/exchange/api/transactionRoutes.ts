import { Money } from '@portage/core';
import { readTransfer, transferType } from '@portage/exchange/transaction';
import { checkAuth } from '../admission/checkAuth.js';
import type { Exchange } from '../exchange.js';
import type { LedgerTransaction } from '../ledger/createTransactions.js';
import { assets } from '../parameters.js';
import { Refusal } from '../refusal.js';
import { describeTransaction } from './describeTransaction.js';
import { textOf, wholeOf } from './parameters.js';

const pageMax = 100;
/** Rows that are out of order where histories are mixed. */
const mixedRows = 4;

/** Transactions that are shown now, newest first. */
function shown({ transactions, faults, now }: Exchange, accountIndex: number): LedgerTransaction[] {
  const { lagMs } = faults.current();
  return transactions
    .all()
    .filter(
      ({ accounts, queuedAt }) => accounts.includes(accountIndex) && queuedAt <= now() - lagMs,
    )
    .reverse();
}

/** Part of a list that a page is asked for. */
interface PageQuery {
  readonly offset: number;
  readonly limit: number;
}

/** Rows of a page, with the faults of pages that are on. */
function pageOf<Row>(
  { faults }: Exchange,
  rows: readonly Row[],
  { offset, limit }: PageQuery,
): readonly Row[] {
  const { order, pages } = faults.current();
  const mixed =
    order === 'mixed' ? [...rows.slice(0, mixedRows).reverse(), ...rows.slice(mixedRows)] : rows;
  if (pages === 'empty') return [];
  if (pages === 'duplicate')
    return mixed.flatMap((row) => [row, row]).slice(offset, offset + limit);
  const start = pages === 'shift' && offset > 0 ? offset + 1 : offset;
  return mixed.slice(start, start + limit);
}

/** `GET tx`: by the hash. */
export function getTransaction(exchange: Exchange, query: URLSearchParams): object {
  if (textOf(query, 'by') !== 'hash') throw new Refusal('invalidParameter', 'invalid by');
  const { lagMs, lies } = exchange.faults.current();
  const hash = textOf(query, 'value').replace(/^0x/, '').toLowerCase();
  const found = exchange.transactions.find(hash);
  if (found === undefined || lies.includes('missing') || found.queuedAt > exchange.now() - lagMs)
    throw new Refusal('transactionNotFound', 'transaction not found');
  return describeTransaction(exchange, found);
}

/** `GET txFromL1TxHash`: the transaction that a deposit on an EVM chain became. */
export function getFromOrigin(exchange: Exchange, query: URLSearchParams): object {
  const origin = textOf(query, 'hash').toLowerCase();
  const found = exchange.transactions.all().find(({ originTxId }) => originTxId === origin);
  if (found === undefined) throw new Refusal('transactionNotFound', 'transaction not found');
  return describeTransaction(exchange, found);
}

/** `GET accountTxs`: newest first, from an offset. */
export function getAccountTransactions(exchange: Exchange, query: URLSearchParams): object {
  if (textOf(query, 'by') !== 'account_index') throw new Refusal('invalidParameter', 'invalid by');
  const accountIndex = wholeOf(query, 'value');
  checkAuth(exchange, query, accountIndex);
  const rows = shown(exchange, accountIndex);
  const page = { offset: wholeOf(query, 'index', 0), limit: limitOf(query) };
  return { txs: pageOf(exchange, rows, page).map((row) => describeTransaction(exchange, row)) };
}

/** `GET transfer/history`: newest first, from a cursor. */
export function getTransfers(exchange: Exchange, query: URLSearchParams): object {
  const accountIndex = wholeOf(query, 'account_index');
  const rows = shown(exchange, accountIndex).filter(({ type }) => type === transferType);
  const offset = wholeOf(query, 'cursor', 0);
  const limit = limitOf(query);
  const page = pageOf(exchange, rows, { offset, limit });
  return {
    transfers: page.map((row) => describeTransfer(exchange, row, accountIndex)),
    cursor: page.length < limit ? '' : String(offset + limit),
  };
}

function describeTransfer(
  { accounts }: Exchange,
  { hash, info, sequence, queuedAt }: LedgerTransaction,
  accountIndex: number,
): object {
  const { transfer } = readTransfer(info);
  const { fromAccountIndex: from, toAccountIndex: to, assetIndex } = transfer;
  const decimals = assets.find((asset) => asset.assetIndex === assetIndex)?.decimals ?? 0;
  return {
    id: String(sequence),
    asset_id: assetIndex,
    amount: Money.format(transfer.amount, decimals),
    timestamp: queuedAt,
    type: from === accountIndex ? 'L2TransferOutflow' : 'L2TransferInflow',
    from_l1_address: accounts.get(from).owner,
    to_l1_address: accounts.get(to).owner,
    from_account_index: from,
    to_account_index: to,
    tx_hash: hash,
  };
}

function limitOf(query: URLSearchParams): number {
  const limit = wholeOf(query, 'limit', pageMax);
  if (limit < 1 || limit > pageMax) throw new Refusal('invalidParameter', 'invalid limit');
  return limit;
}
