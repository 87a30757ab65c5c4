import type { DestinationInstruction } from '@portage/core/schemas';
import { solanaChain } from '@portage/devnet';
import { Connection } from '@solana/web3.js';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Program that writes a text into the log of a transaction. */
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** Instruction that leaves a text beside a payment. */
export function memo(text: string): DestinationInstruction {
  return { programId: memoProgram, keys: [], data: Buffer.from(text).toString('hex') };
}

/** Payment with an instruction of its payer behind it, in one transaction. */
export const solanaCall: Demonstration = {
  name: 'solana-call',
  title: '35 USDC on base to Solana, with a memo in the transaction that pays',
  run: async (context) => {
    const text = 'invoice 2041';
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'usdc@solana',
      amount: '35',
      members: { txs: [memo(text)], txsGasLimit: 60_000 },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const [txId = '', ...others] = done.txHashes;
    expectThat(others.length === 0, 'one transaction pays and calls');
    const logs = await readLogs(context, txId);
    expectThat(
      logs.some((line) => line.includes(text)),
      'the memo is beside the payment',
    );
    return describe(done, {
      summary: `${routeOf(done)}, with a memo`,
      checked: 'received = quoted, memo in the same transaction',
    });
  },
};

/** Log of a transaction of the payout. */
async function readLogs(
  { devnet }: DemonstrationContext,
  txId: string,
): Promise<readonly string[]> {
  const connection = new Connection(solanaChain(devnet.description).rpcUrl, 'confirmed');
  const transaction = await connection.getTransaction(txId, { maxSupportedTransactionVersion: 0 });
  return transaction?.meta?.logMessages ?? [];
}
