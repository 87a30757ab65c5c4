import { readTransfer, transferType, writeTransfer } from '@portage/exchange/transaction';
import type { FaultSettings } from '../control/faults.js';
import type { Exchange } from '../exchange.js';
import { statuses, type LedgerTransaction } from '../ledger/createTransactions.js';

/** A transaction as the exchange shows it; lies that are switched on are told here. */
export function describeTransaction(
  { accounts, faults }: Exchange,
  transaction: LedgerTransaction,
): object {
  const settings = faults.current();
  const [accountIndex = 0] = transaction.accounts;
  const status = settings.lies.includes('status') ? statuses.executed : transaction.status;
  return {
    hash: transaction.hash,
    type: transaction.type,
    info:
      transaction.type === transferType ? shownInfo(transaction.info, settings) : transaction.info,
    event_info: '',
    status,
    transaction_index: transaction.sequence - 1,
    l1_address: accounts.get(accountIndex).owner,
    account_index: accountIndex,
    nonce: transaction.nonce,
    expire_at: transaction.expiredAt,
    block_height: transaction.height,
    queued_at: transaction.queuedAt,
    executed_at: transaction.executedAt,
    sequence_index: transaction.sequence,
    parent_hash: '',
  };
}

/** Text of a transfer, falsified where a lie is on. */
function shownInfo(info: string, { lies }: FaultSettings): string {
  if (!lies.some((lie) => lie === 'amount' || lie === 'memo' || lie === 'receiver')) return info;
  const signed = readTransfer(info);
  const { transfer } = signed;
  return writeTransfer({
    ...signed,
    transfer: {
      ...transfer,
      ...(lies.includes('amount') ? { amount: transfer.amount + 1n } : {}),
      ...(lies.includes('memo') ? { memo: `0x${'ee'.repeat(32)}` } : {}),
      ...(lies.includes('receiver') ? { toAccountIndex: transfer.toAccountIndex + 1 } : {}),
    },
  });
}
