import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { depositKey, type DepositId } from '../../kit/depositId.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { hashBytes } from '../../kit/hashId.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { readWithdrawable } from '../../books/ledger/readWithdrawable.js';
import { takenDepositEntry } from '../../books/ledger/entries/reconciliationEntries.js';
import type { PayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import { checkReason } from './checkReason.js';
import { readSender } from '../../kit/inventory/readSender.js';
import { readSuspense, type SuspendedDeposit } from '../../chains/deposits/readSuspense.js';
import { depositoryName } from '../../kit/depositoryName.js';

/** A deposit in suspense that is taken for the operator's own, and why. */
export interface TakenSuspense extends DepositId {
  readonly reason: string;
}

/**
 * The settlement of a deposit that is taken: a refund that pays the depositor nothing, so that all
 * of it is earned and is collected with other earnings.
 */
async function settle(tx: Transaction, deposit: SuspendedDeposit, sender: string): Promise<void> {
  const { chainId, txId, ordinal, currency, amount } = deposit;
  if (deposit.settlement !== undefined) {
    await tx.query(
      `update settlements set intent = jsonb_set(intent, '{recipient}', to_jsonb($3::text)) where order_id = $1 and leg = $2`,
      [hashBytes(deposit.settlement.orderId), deposit.settlement.leg, sender],
    );
    return;
  }
  const leg = depositKey(deposit);
  const intent: PayoutIntent = {
    type: 'refund',
    currency,
    recipient: sender,
    amount: '0',
    solver: sender,
    credit: { asset: ledgerAsset(chainId, currency), amount: amount.toString() },
  };
  await tx.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, settled_at)
       values ($1, $2, 'refund', $3::jsonb, $4, $4, $5, $6, now())`,
    [hashBytes(deposit.orderId), leg, JSON.stringify(intent), chainId, txId, ordinal],
  );
  await tx.query(
    `update deposits set outcome = 'refund', leg = $4 where chain_id = $1 and tx_id = $2 and ordinal = $3`,
    [chainId, txId, ordinal, leg],
  );
}

/** Owner on whose account it lies; undefined where it has no owner. */
async function readOwner(
  tx: Transaction,
  { reason, depositor, payer, chainId, currency, amount }: SuspendedDeposit,
): Promise<string | undefined> {
  if (reason === 'DEPOSIT_REORGED') return undefined;
  const asset = ledgerAsset(chainId, currency);
  const balance = await readWithdrawable(tx, { owner: depositor, asset });
  return balance >= amount ? depositor : payer;
}

/**
 * Takes a deposit in suspense for the operator's own, with its reason: the solver brings it home
 * with its earnings.
 *
 * @returns what was taken; undefined where no such deposit is in suspense, or where the chain has
 *   no solver yet
 * @throws PortageError `INVALID_REQUEST` without a reason
 */
export async function takeSuspended(
  settlement: SettlementContext,
  { reason, ...id }: TakenSuspense,
): Promise<SuspendedDeposit | undefined> {
  checkReason(reason);
  return settlement.transaction(async (tx) => {
    await tx.query(
      'select 1 from deposits where chain_id = $1 and tx_id = $2 and ordinal = $3 for update',
      [id.chainId, id.txId, id.ordinal],
    );
    const [deposit] = await readSuspense(tx, id);
    const sender = await readSender(tx, id.chainId);
    if (deposit === undefined || sender === undefined) return undefined;
    await settle(tx, deposit, sender);
    const { chainId, currency, amount } = deposit;
    const [row] = await tx.query<{ id: number }>(
      'insert into reconciliations (chain_id, account, currency, amount, reason) values ($1, $2, $3, $4, $5) returning id',
      [chainId, `${depositoryName} suspense`, currency, amount, reason],
    );
    await writeEffects(tx, settlement, {
      ...noEffects,
      entries: [
        takenDepositEntry({
          ref: String(row?.id),
          solver: sender,
          owner: await readOwner(tx, deposit),
          asset: ledgerAsset(chainId, currency),
          amount,
        }),
      ],
    });
    return deposit;
  });
}
