import type { FailReason } from '@portage/core';
import { hashBytes } from '../../../kit/hashId.js';
import type { Entry } from '../../../books/ledger/createLedger.js';
import { depositRef, requotedEntry } from '../../../books/ledger/entries/depositEntries.js';
import type { Transaction } from '@portage/database';
import { keepCurrencies } from '../../../orders/requests/currencies.js';
import { insertRequests } from '../../../orders/requests/insertRequests.js';
import type { NewRequest } from '../../../orders/requests/newRequest.js';
import { ledgerAsset } from '../../../books/ledger/accounts.js';
import { depositKey, mainLeg, type DepositId } from '../../../kit/depositId.js';
import type { OpenDeposit } from './readRequote.js';

/** The id of a deposit of an address. */
export function openDepositId({ address, deposit }: OpenDeposit): DepositId {
  return { chainId: address.chainId, txId: deposit.txId, ordinal: deposit.ordinal };
}

/**
 * Moves a deposit from the order of its address to the one that was made for it; once for each time
 * that it is there.
 */
export function requoteEntry(open: OpenDeposit, orderId: string, reorgCount: number): Entry {
  const { address, deposit } = open;
  return requotedEntry(depositRef(depositKey(openDepositId(open)), reorgCount), {
    asset: ledgerAsset(address.chainId, deposit.currency),
    amount: deposit.amount,
    fromOrderId: address.orderId,
    toOrderId: orderId,
  });
}

/** Number of times that a reorg took a deposit back. */
export async function readReorgCount(
  tx: Transaction,
  { chainId, txId, ordinal }: DepositId,
): Promise<number> {
  const [row] = await tx.query<{ reorg_count: number }>(
    'select reorg_count from deposits where chain_id = $1 and tx_id = $2 and ordinal = $3',
    [chainId, txId, ordinal],
  );
  return row?.reorg_count ?? 0;
}

/**
 * Stores the request that was made for a deposit. The first one takes the place of the address's
 * own request, which from then on follows it.
 */
export async function writeRequote(
  tx: Transaction,
  open: OpenDeposit,
  request: NewRequest,
): Promise<void> {
  const { chainId, txId, ordinal } = openDepositId(open);
  await keepCurrencies(tx, request.currencies ?? []);
  await insertRequests(tx, [request]);
  await tx.query(
    'insert into requotes (chain_id, tx_id, ordinal, order_id, address_order_id) values ($1, $2, $3, $4, $5)',
    [chainId, txId, ordinal, hashBytes(request.orderId), hashBytes(open.address.orderId)],
  );
  if (!open.isMainOpen) return;
  await tx.query('update request_states set supersedes = $2 where order_id = $1', [
    hashBytes(request.orderId),
    hashBytes(open.address.orderId),
  ]);
  await tx.query(
    `update deposits set leg = '${mainLeg}' where chain_id = $1 and tx_id = $2 and ordinal = $3`,
    [chainId, txId, ordinal],
  );
}

/** A deposit that goes back instead of being quoted, on a leg of its order. */
export interface RefusedRequote {
  readonly leg: string;
  readonly reason: FailReason;
}

/** Decides that a deposit which cannot be quoted goes back. */
export async function refuseRequote(
  tx: Transaction,
  open: OpenDeposit,
  { leg, reason }: RefusedRequote,
): Promise<void> {
  const { chainId, txId, ordinal } = openDepositId(open);
  await tx.query(
    `update deposits set outcome = 'refund', leg = $4, reason = $5 where chain_id = $1 and tx_id = $2 and ordinal = $3`,
    [chainId, txId, ordinal, leg, reason],
  );
}
