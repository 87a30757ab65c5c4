import { randomBytes } from 'node:crypto';
import { addressOf } from '@portage/bitcoin/transaction';
import { bitcoinChain } from '@portage/devnet';
import { createBitcoinExecutor, keyWallet } from '@portage/sdk/bitcoin';
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
        readonly chain_stats: {
          readonly funded_txo_sum: number;
          readonly spent_txo_sum: number;
        };
      };
      return BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
    },
  };
}
