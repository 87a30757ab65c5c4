import { PortageError, standardError } from '@portage/core';
import {
  awaitTransaction,
  checkAborted,
  defineExecutor,
  type Executor,
} from '@portage/core/executor';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';
import { tallyCodec } from './codec.js';
import { encodeBody, encodeSigned } from './transaction.js';

export { depository, native, tallyCodec } from './codec.js';

/** Data of an item: one deposit into the depository. */
const tallyItemSchema = z.object({
  vm: z.literal('tally'),
  chainId: z.number(),
  deposit: z.object({
    depository: z.string(),
    orderId: z.string(),
    depositor: z.string(),
    currency: z.string(),
    amount: amountSchema,
  }),
});

/** Item that the executor of Tally performs. */
export type TallyItem = z.output<typeof tallyItemSchema>;

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

const digits = z.string().regex(/^\d+$/).transform(BigInt);
const accountSchema = z.object({ sequence: digits });
const statusSchema = z.object({ fee: digits });
const stateSchema = z.object({ state: z.enum(['pending', 'mined', 'reverted']) }).nullable();

/** Makes the executor of a wallet: it signs deposits and waits for their blocks. */
export function createTallyExecutor(options: TallyExecutorOptions): Executor {
  const { wallet, nodes, pollMs = 200 } = options;
  return defineExecutor({
    vm: 'tally',
    codec: tallyCodec,
    read: (data) => tallyItemSchema.safeParse(data).data,
    address: () => Promise.resolve(wallet.address),
    effects: ({ chainId, deposit }) => [
      { type: 'deposit', chainId, ...deposit, amount: BigInt(deposit.amount) },
    ],
    submit: async ({ chainId, deposit }, { signal }) => {
      const ask = callerOf(nodes, chainId, signal);
      const { sequence } = accountSchema.parse(await ask('tally_account', wallet.address));
      const { fee } = statusSchema.parse(await ask('tally_status'));
      const { address: sender } = wallet;
      const { orderId, depositor, currency } = deposit;
      const amount = BigInt(deposit.amount);
      const actions = [{ type: 'deposit', orderId, depositor, currency, amount }] as const;
      const text = encodeBody({ chainId, sender, sequence, fee, actions });
      checkAborted(signal);
      const signature = await wallet.sign(text);
      if (signature === undefined) throw standardError('WALLET_REJECTED');
      checkAborted(signal);
      const sent = await ask('tally_send', encodeSigned(text, signature));
      return { type: 'transaction', chainId, txId: z.string().parse(sent) };
    },
    confirm: async (submission, { signal }, { chainId }) => {
      if (submission.type !== 'transaction') return;
      const { txId } = submission;
      const ask = callerOf(nodes, chainId, signal);
      const state = async () =>
        stateSchema.parse(await ask('tally_transaction', txId))?.state ?? 'missing';
      await awaitTransaction({ txId, state, pollMs, signal });
    },
  });
}

const replySchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);

/** Calls of the node of a chain. */
function callerOf(nodes: TallyExecutorOptions['nodes'], chainId: number, signal: AbortSignal) {
  const url = nodes[chainId];
  if (url === undefined) throw standardError('WRONG_CHAIN', { context: { chainId } });
  return async (method: string, ...params: readonly string[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(
      (cause: unknown) => {
        checkAborted(signal);
        throw new PortageError('WALLET_ERROR', { message: 'The node did not answer.', cause });
      },
    );
    const reply = replySchema.parse(await answer.json());
    if (!('error' in reply)) return reply.result;
    const message = `The node refused: ${reply.error.message}`;
    throw new PortageError('WALLET_ERROR', { message });
  };
}
