import { PortageError, standardError } from '@portage/core';
import { eventTopics } from '../abi/generated/topics.js';
import type { Request } from '../executor/connection.js';
import { ask, isFields, type Escrow } from './escrow.js';
import { readLogs, type EscrowLog } from './readLogs.js';

/** Deposit to look for. */
export interface FindDepositOptions {
  /** Transaction that made it. */
  readonly txId: string;
  /** Account that takes it back. */
  readonly depositor: string;
  readonly depository?: string | undefined;
  readonly orderId?: string | undefined;
}

/**
 * Finds the deposit that a transaction made for an account, in the chain's own receipt.
 *
 * @throws PortageError `UNKNOWN_TRANSACTION`, `NOTHING_TO_RECLAIM`, `INVALID_REQUEST` where several
 *   would do, `RPC_HTTP_ERROR`
 */
export async function findDeposit(read: Request, options: FindDepositOptions): Promise<Escrow> {
  const { txId, depositor } = options;
  const receipt = await ask(read, 'eth_getTransactionReceipt', [txId]);
  if (!isFields(receipt))
    throw standardError('UNKNOWN_TRANSACTION', {
      hint: 'Give the transaction of the deposit, on the chain that it was made on.',
      context: { txId },
    });
  const deposits = readLogs(receipt['logs']).filter((log) => isWanted(log, options));
  const own = deposits.filter((log) => log.depositor === depositor);
  const [first, ...others] = own;
  if (first === undefined) throw nothing(options, deposits);
  if (others.some((log) => keyOf(log) !== keyOf(first)))
    throw new PortageError('INVALID_REQUEST', {
      message: `Transaction ${txId} made several deposits: ${own.map((log) => log.orderId).join(', ')}.`,
      hint: 'Name the order of one of them, its depository and its currency.',
    });
  const { depository, orderId, currency } = first;
  return { depository, orderId, currency, depositor };
}

function isWanted({ topic, depository, orderId }: EscrowLog, wanted: FindDepositOptions): boolean {
  return (
    topic === eventTopics.deposit &&
    (wanted.depository === undefined || depository === wanted.depository) &&
    (wanted.orderId === undefined || orderId === wanted.orderId)
  );
}

function keyOf({ depository, orderId, currency }: EscrowLog): string {
  return `${depository}/${orderId}/${currency}`;
}

function nothing(
  { txId, depositor }: FindDepositOptions,
  [other]: readonly EscrowLog[],
): PortageError {
  return other === undefined
    ? new PortageError('NOTHING_TO_RECLAIM', {
        message: `Transaction ${txId} made no deposit at a known depository.`,
        hint: 'Give the transaction that paid for the order.',
        context: { txId },
      })
    : new PortageError('NOTHING_TO_RECLAIM', {
        message: `The deposit of transaction ${txId} belongs to ${other.depositor}, and the wallet acts as ${depositor}.`,
        hint: 'Only the depositor can take it back: choose that account in the wallet.',
        context: { txId, orderId: other.orderId },
      });
}
