import type { ChainInfo, Executor } from '@portage/sdk';
import { createEvmExecutor, evmCodec } from '@portage/sdk/evm';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  isAddress,
  type Hex,
} from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { DevnetFile } from '../devnetFile.js';
import { usageError } from '../usageError.js';
import { endpointOf, noEndpoint } from './endpointOf.js';
import type { Family, Holder } from './family.js';
import { isAddressOf } from './isAddressOf.js';

/** Chains of the EVM; keys are 32 bytes of hex. */
export const evmFamily: Family = {
  isAddress: (text) => Promise.resolve(isAddressOf(evmCodec, text)),
  openSigner: (key) => {
    const account = toEvmAccount(key);
    return Promise.resolve({
      address: account.address,
      createExecutor: (chains, devnet) => createExecutor(account, chains, devnet),
    });
  },
  readBalances,
};

/** Account of a private key. @throws InvalidArgumentError */
export function toEvmAccount(key: string): PrivateKeyAccount {
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(key))
    throw usageError('The private key is not 32 bytes of hex.');
  return privateKeyToAccount(`0x${key.replace(/^0x/, '')}`);
}

function createExecutor(
  account: PrivateKeyAccount,
  chains: readonly ChainInfo[],
  devnet: DevnetFile | undefined,
): Executor {
  return createEvmExecutor({
    // Any chain's wallet signs messages.
    homeChainId: chains.find(({ vmType }) => vmType === 'evm')?.id,
    wallet: (chainId) => {
      const chain = chains.find((entry) => entry.id === chainId);
      const url = endpointOf(chainId, chains, devnet);
      if (chain === undefined) throw noEndpoint(chainId);
      const { name, symbol, decimals } = chain.currency;
      return createWalletClient({
        account,
        chain: defineChain({
          id: chain.id,
          name: chain.name,
          nativeCurrency: { name, symbol, decimals },
          rpcUrls: { default: { http: [url] } },
        }),
        transport: http(url),
      });
    },
  });
}

async function readBalances({ chain, url, account }: Holder): Promise<ReadonlyMap<string, bigint>> {
  const client = createPublicClient({ transport: http(url) });
  const owner = hexOf(account);
  const native = await client.getBalance({ address: owner });
  const tokens = await Promise.all(
    chain.erc20Currencies.map(async ({ address }) => {
      const amount = await client.readContract({
        abi: erc20Abi,
        address: hexOf(address),
        functionName: 'balanceOf',
        args: [owner],
      });
      return [address, amount] as const;
    }),
  );
  return new Map([[chain.currency.address, native], ...tokens]);
}

function hexOf(text: string): Hex {
  if (!isAddress(text, { strict: false })) throw new Error(`"${text}" is no address.`);
  return text;
}
