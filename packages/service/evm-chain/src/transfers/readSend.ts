import { zeroAddress } from '@portage/core';
import type { SwapEvent } from '@portage/core/chain';
import { isObject } from '@portage/chain-kit';
import { addressWord, tokenTopics } from '@portage/evm/abi';
import { readHash, readInteger } from '../rpc/parse.js';
import { readTransfer, type ReferencedTransfer } from './referencedTransfer.js';
import { sendIdOf, type SendIdContext } from './sendId.js';

/** Chain and contracts that tell a send from other transfers. */
export interface SendContext extends SendIdContext {
  readonly contracts: { readonly depository: string };
}

/** A transaction as a node tells it. */
export interface ToldTransaction {
  readonly transaction: unknown;
  readonly receipt: unknown;
}

/**
 * The plain transfer of a payer in a mined transaction, as the event that ends its request.
 * Undefined where the transaction is none, failed, or where its token did not move exactly what the
 * call says.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when the receipt is malformed
 */
export function readSend(
  { transaction, receipt }: ToldTransaction,
  context: SendContext,
): SwapEvent | undefined {
  const transfer = readTransfer(transaction);
  if (transfer === undefined || transfer.recipient === context.contracts.depository)
    return undefined;
  if (!isObject(receipt) || receipt['status'] !== '0x1') return undefined;
  const { sender, currency, amount } = transfer;
  if (currency !== zeroAddress && !hasMoved(receipt['logs'], transfer)) return undefined;
  return {
    type: 'swap',
    txId: readHash(receipt['transactionHash'], 'transaction hash'),
    ordinal: 0,
    height: readInteger(receipt['blockNumber'], 'block number'),
    blockHash: readHash(receipt['blockHash'], 'block hash'),
    swapId: sendIdOf(transfer, context),
    owner: sender,
    currency,
    amount,
  };
}

/** Whether the token itself tells that the whole amount went from the sender to the recipient. */
function hasMoved(logs: unknown, transfer: ReferencedTransfer): boolean {
  if (!Array.isArray(logs)) return false;
  const { sender, recipient, currency, amount } = transfer;
  const topics = [tokenTopics.transfer, topicOf(sender), topicOf(recipient)].join();
  return logs.some((log: unknown) => {
    if (!isObject(log) || !Array.isArray(log['topics'])) return false;
    const { address, data } = log;
    if (typeof address !== 'string' || typeof data !== 'string') return false;
    return (
      address.toLowerCase() === currency &&
      log['topics'].join().toLowerCase() === topics &&
      /^0x[0-9a-fA-F]{64}$/.test(data) &&
      BigInt(data) === amount
    );
  });
}

const topicOf = (account: string): string => `0x${addressWord(account)}`;
