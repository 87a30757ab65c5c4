// The devnet stands above this package and uses it: only its tests reach up, and past the manifest.
import {
  bitcoinChain,
  bitcoinDevnetChain,
  createDevnet,
  type BitcoinControls,
} from '@portage/devnet';
import type { FamilyKeys } from '@portage/core/plugin';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { scriptOf } from '@portage/bitcoin/transaction';
import { hexToBytes } from '@portage/core';
import { createEndpoint, readResult } from '@portage/chain-kit';
import type { BitcoinChainConfig } from '../src/index.js';
import type { OwnedCoin } from '../src/coins/coin.js';
import { createSpendingKey, type SpendingKey } from '../src/spend/signTransaction.js';

/** An account with coins, and what signs for it. */
export interface TestAccount {
  readonly address: string;
  readonly key: SpendingKey;
}

/** A real node of a regtest network. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly esploraUrl: string;
  readonly controls: BitcoinControls;
  readonly user: (index: number) => TestAccount;
  readonly solver: TestAccount;
  readonly vault: TestAccount;
  /** The configuration that opens it. */
  readonly config: BitcoinChainConfig;
  /** Keys of the operator. */
  readonly keys: FamilyKeys;
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
  /** A coin of an account in a block, made for the occasion. */
  readonly fund: (account: TestAccount, value: bigint) => Promise<OwnedCoin>;
  readonly stop: () => Promise<void>;
}

/** Starts a chain whose blocks are made on demand. */
export async function startChain(): Promise<TestChain> {
  const devnet = await createDevnet({
    chains: [bitcoinDevnetChain],
    ports: [0],
    controlPort: 0,
    bitcoin: { blockMs: 0 },
  });
  const { id, slug, name, rpcUrl, esploraUrl, network, startBlock, accounts, roles } = bitcoinChain(
    devnet.description,
  );
  const endpoint = createEndpoint(rpcUrl, { timeoutMs: 10_000, responseBytesMax: 10_000_000 });
  const ask: TestChain['ask'] = async (method, ...params) => {
    const [reply] = await endpoint.ask([{ method, params }]);
    return readResult(reply, method);
  };
  const accountOf = ({
    address,
    privateKey,
  }: {
    readonly address: string;
    readonly privateKey: string;
  }): TestAccount => ({ address, key: createSpendingKey(hexToBytes(`0x${privateKey}`)) });
  const controls = devnet.bitcoin();
  // The faucet has a block made soon after; tests count blocks.
  await controls.pauseMining();
  return {
    rpcUrl,
    esploraUrl,
    controls,
    ask,
    user: (index) => accountOf(accounts[index]!),
    solver: accountOf(roles.solver),
    vault: accountOf(roles.allocator),
    config: {
      id,
      slug,
      name,
      network,
      esploraUrls: [esploraUrl],
      rpcUrls: [rpcUrl],
      devnet: true,
      startHeight: startBlock.height,
      assets: [
        {
          id: 'btc',
          symbol: 'BTC',
          name: 'Bitcoin',
          address: bitcoinCodec.nativeCurrency,
          decimals: 8,
        },
      ],
      pollMs: 50,
    },
    keys: { solver: roles.solver.privateKey, allocator: roles.allocator.privateKey },
    fund: async (account, value) => {
      const paid = await ask('devnetFaucet', account.address, value.toString());
      await controls.mine(1);
      const txId = String(paid);
      const { vout } = (await ask('getrawtransaction', txId, 1)) as {
        vout: readonly { n: number; scriptPubKey: { hex: string } }[];
      };
      const script = scriptOf(account.address, network);
      const wanted = Buffer.from(script).toString('hex');
      const place = vout.find(({ scriptPubKey }) => scriptPubKey.hex === wanted)!;
      return { txId, vout: place.n, value, script };
    },
    stop: async () => {
      await endpoint.close();
      await devnet.close();
    },
  };
}
