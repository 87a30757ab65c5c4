import { readTransfer, transferType, writeTransfer } from '@portage/exchange/transaction';
import type { FaultSettings } from '../control/faults.js';
import type { Exchange } from '../exchange.js';
import { statuses, type LedgerTransaction, type Status } from '../ledger/createTransactions.js';

/** Numbers of statuses by the exchange's documentation; what has not ended is pending. */
const documentedNumbers: Readonly<Record<Status, number>> = {
  [statuses.pending]: 1,
  [statuses.queued]: 1,
  [statuses.committed]: 1,
  [statuses.executed]: 2,
  [statuses.failed]: 0,
  [statuses.rejected]: 0,
};

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
    status: settings.numbers === 'documented' ? documentedNumbers[status] : status,
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
