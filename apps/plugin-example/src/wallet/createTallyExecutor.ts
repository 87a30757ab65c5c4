import { standardError } from '@portage/core';
import { checkAborted, defineExecutor, type Executor } from '@portage/core/executor';
import { z } from 'zod';
import { tallyCodec } from '../codec.js';
import { encodeBody, encodeSigned } from '../transaction.js';
import { callNode } from './callNode.js';
import { tallyItemSchema } from './item.js';

/** Wallet of one account. */
export interface TallyWallet {
  readonly address: string;
  /** Signature of a text in hex; undefined where its owner declines. */
  sign(text: string): Promise<string | undefined>;
}

/** Options of {@link createTallyExecutor}. */
export interface TallyExecutorOptions {
  readonly wallet: TallyWallet;
  /** URL of a node by chain id. */
  readonly nodes: Readonly<Record<number, string>>;
  readonly pollMs?: number;
}

const accountSchema = z.object({ sequence: z.string() });
const statusSchema = z.object({ fee: z.string() });
const stateSchema = z.object({ state: z.string() }).nullable();

/** Makes the executor of a wallet: it signs deposits and waits for their blocks. */
export function createTallyExecutor(options: TallyExecutorOptions): Executor {
  const { wallet, pollMs = 200 } = options;
  const nodeOf = (chainId: number): string => {
    const url = options.nodes[chainId];
    if (url === undefined) throw standardError('WRONG_CHAIN', { context: { chainId } });
    return url;
  };
  return defineExecutor({
    vm: 'tally',
    codec: tallyCodec,
    read: (data) => tallyItemSchema.safeParse(data).data,
    address: () => Promise.resolve(wallet.address),
    effects: ({ chainId, deposit }) => [
      { type: 'deposit', chainId, ...deposit, amount: BigInt(deposit.amount) },
    ],
    submit: async ({ chainId, deposit }, { signal }) => {
      const node = nodeOf(chainId);
      const { sequence } = accountSchema.parse(
        await callNode(node, { method: 'tally_account', params: [wallet.address] }, signal),
      );
      const { fee } = statusSchema.parse(
        await callNode(node, { method: 'tally_status', params: [] }, signal),
      );
      const { orderId, depositor, currency, amount } = deposit;
      const text = encodeBody({
        ...{ chainId, sender: wallet.address, sequence: BigInt(sequence), fee: BigInt(fee) },
        actions: [{ type: 'deposit', orderId, depositor, currency, amount: BigInt(amount) }],
      });
      checkAborted(signal);
      const signature = await wallet.sign(text);
      if (signature === undefined) throw standardError('WALLET_REJECTED');
      checkAborted(signal);
      const raw = new TextDecoder().decode(encodeSigned(text, signature));
      const sent = await callNode(node, { method: 'tally_send', params: [raw] }, signal);
      return { type: 'transaction', chainId, txId: z.string().parse(sent) };
    },
    confirm: async (submission, { signal }) => {
      if (submission.type !== 'transaction') return;
      const { chainId, txId } = submission;
      for (;;) {
        checkAborted(signal);
        const found = stateSchema.parse(
          await callNode(nodeOf(chainId), { method: 'tally_transaction', params: [txId] }, signal),
        );
        if (found?.state === 'mined') return;
        if (found?.state === 'reverted')
          throw standardError('TRANSACTION_REVERTED', { context: { txId } });
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
  });
}
