import { alteredTransaction, type Comparison, type Difference } from '@portage/core/executor';
import type { ExchangeTransaction } from '../api/answers.js';
import { transferType, type Transfer } from '../transaction/transfer.js';
import { readTransfer } from '../transaction/txInfo.js';
import type { QuotedTransfer } from './readAction.js';

/** Members that a quote decides, by the name that a sentence has for each. */
const members = [
  ['recipient', 'toAccountIndex'],
  ['asset', 'assetIndex'],
  ['route of the sender', 'fromRouteType'],
  ['route of the receiver', 'toRouteType'],
  ['value', 'amount'],
  ['fee', 'usdcFee'],
  ['memo', 'memo'],
] as const;

/**
 * Compares a transaction of the exchange with the transfer that was verified. The id of a transfer
 * does not hold its memo, so the same id may stand for another deposit. A text that cannot be read
 * is not compared.
 *
 * @throws PortageError `TRANSACTION_ALTERED`
 */
export function compareTransfer(
  asked: QuotedTransfer,
  { hash, type, info }: ExchangeTransaction,
): Comparison {
  if (type !== transferType)
    throw alteredTransaction(hash, [
      { member: 'type', verified: String(transferType), sent: String(type) },
    ]);
  const sent = readText(info);
  if (sent === undefined) return 'unclear';
  const differences = members.flatMap(([member, name]): readonly Difference[] => {
    const [verified, found] = [String(asked[name]), String(sent[name])];
    return verified === found ? [] : [{ member, verified, sent: found }];
  });
  if (differences.length > 0) throw alteredTransaction(hash, differences);
  return 'same';
}

function readText(info: string): Transfer | undefined {
  try {
    return readTransfer(info).transfer;
  } catch {
    return undefined; // The exchange may write members that this client does not know.
  }
}
