import { PortageError } from '@portage/core';
import type { Hex, TransactionReceipt } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { NodeClient } from '../node/connect.js';
import type { DevnetAccount } from './deriveAccounts.js';

/** One transaction of a batch; without `to` it creates a contract. */
export interface BatchTransaction {
  readonly to?: Hex;
  readonly data?: Hex;
  readonly value?: bigint;
  /** Gas limit; by default 8,000,000. The limits of a batch must fit into one block. */
  readonly gas?: bigint;
}

/** Transactions of one account for one block. */
export interface Batch {
  readonly sender: DevnetAccount;
  readonly transactions: readonly BatchTransaction[];
}

const gasDefault = 8_000_000n;
const maxFeePerGas = 100_000_000_000n;

/**
 * Sends all transactions of one account at once, mines a block right away and checks every receipt.
 * A dozen transactions take no longer than one.
 *
 * @throws PortageError `TRANSACTION_REVERTED`
 */
export async function sendBatch(
  client: NodeClient,
  { sender, transactions }: Batch,
): Promise<readonly TransactionReceipt[]> {
  const account = privateKeyToAccount(sender.privateKey);
  const first = await client.getTransactionCount({ address: account.address });
  const hashes: Hex[] = [];
  for (const [index, transaction] of transactions.entries()) {
    const raw = await account.signTransaction({
      gas: gasDefault,
      ...transaction,
      chainId: client.chain.id,
      nonce: first + index,
      maxFeePerGas,
      maxPriorityFeePerGas: 1_000_000_000n,
      type: 'eip1559',
    });
    hashes.push(await client.sendRawTransaction({ serializedTransaction: raw }));
  }
  await client.mine({ blocks: 1 });
  const receipts = await Promise.all(
    hashes.map((hash) => client.waitForTransactionReceipt({ hash, timeout: 10_000 })),
  );
  const failed = receipts.findIndex((receipt) => receipt.status !== 'success');
  if (failed !== -1) {
    throw new PortageError('TRANSACTION_REVERTED', {
      message: `Transaction ${failed} of the devnet's set-up reverted on chain ${client.chain.id}.`,
    });
  }
  return receipts;
}
