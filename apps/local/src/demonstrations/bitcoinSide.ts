import { randomBytes } from 'node:crypto';
import { addressOf, createPsbt, orderMarkScript, scriptOf } from '@portage/bitcoin/transaction';
import { bitcoinChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { createBitcoinExecutor, keyWallet } from '@portage/sdk/bitcoin';
import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';

/** Version and length of the program of a P2WPKH output. */
const keyHashPrefix = [0x00, 0x14] as const;

/** Bitcoin with an account of the devnet. */
export function createBitcoinSide({ devnet, account: index }: DemonstrationContext): Side {
  const { esploraUrl: url, network, accounts } = bitcoinChain(devnet.description);
  const account = accounts[index];
  if (account === undefined) throw new Error('The devnet has no such account on Bitcoin.');
  const wallet = keyWallet(Buffer.from(account.privateKey, 'hex'), network);
  return {
    executor: createBitcoinExecutor({ wallet, network, url, pollMs: 200 }),
    user: account.address,
    freshAccount: () => {
      const script = Uint8Array.from([...keyHashPrefix, ...randomBytes(20)]);
      const address = addressOf(script, network);
      if (address === undefined) throw new Error('A key hash has an address.');
      return Promise.resolve(address);
    },
    balanceOf: async (_, holder) => {
      const answer = await fetch(`${url}/address/${holder}`);
      // Esplora's own shape; amounts in satoshi.
      const { chain_stats: stats } = (await answer.json()) as {
        readonly chain_stats: { readonly funded_txo_sum: number; readonly spent_txo_sum: number };
      };
      return BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
    },
  };
}

/** Fee of a transaction with one coin and three outputs, far above the least of the devnet. */
const depositFee = 2_000n;

/** A coin of an address as Esplora tells it; amounts in satoshi. */
interface EsploraCoin {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
}

/** Deposit under the mark of an order that was never quoted. */
export async function depositUnmatchedOnBitcoin(
  context: DemonstrationContext,
  { chainId }: Place,
  amount: bigint,
): Promise<string> {
  const { esploraUrl: url, network } = bitcoinChain(context.devnet.description);
  const { executor, user } = createBitcoinSide(context);
  const chains = await createPortage({ baseUrl: context.serviceUrl }).getChains();
  const depository = chains.find(({ id }) => id === chainId)?.protocol.v2.depository ?? '';
  const answer = await fetch(`${url}/address/${user}/utxo`);
  // Esplora's own shape.
  const coins = (await answer.json()) as readonly EsploraCoin[];
  const coin = coins.find(({ value }) => BigInt(value) > amount + depositFee);
  if (coin === undefined) throw new Error('The account has no coin of that worth.');
  const script = scriptOf(user, network);
  const value = BigInt(coin.value);
  const mark = { orderIds: [`0x${randomBytes(32).toString('hex')}`] };
  const psbt = createPsbt({
    network,
    coins: [{ txId: coin.txid, vout: coin.vout, value, script }],
    outputs: [
      { script: scriptOf(depository, network), value: amount },
      { script: orderMarkScript(mark, 'text', network), value: 0n },
      { script, value: value - amount - depositFee },
    ],
  });
  const item = { status: 'incomplete', data: { psbt, chainId } } as const;
  const step = { id: 'deposit', action: '', description: '', kind: 'transaction' } as const;
  const task = executor.claim(item, { ...step, items: [item] });
  const { signal } = context;
  const submission = await task?.submit({ signal, onReplaced: () => undefined });
  if (submission?.type !== 'transaction') throw new Error('The wallet sent nothing.');
  return submission.txId;
}
