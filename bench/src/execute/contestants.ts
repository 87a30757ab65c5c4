import { createClient, execute, getQuote } from '@portage/sdk';
import { evmChain, type Devnet } from '@portage/devnet';
import { createEvmExecutor } from '@portage/sdk/evm';
import {
  createClient as createRelayClient,
  convertViemChainToRelayChain,
} from '@relayprotocol/relay-sdk';
import { defineChain, zeroAddress, type Chain, type WalletClient } from 'viem';

/**
 * Client that is timed: it asks for a quote, executes it, and resolves when its own code reports
 * success.
 */
export interface Contestant {
  readonly name: string;
  swap(wallet: WalletClient, user: `0x${string}`): Promise<void>;
}

const originChainId = 8453;
const destinationChainId = 10;
const testAmount = '10000000000000000';

/** Our client with its default options: it verifies the quote before it asks the wallet. */
export function portageContestant(url: string): Contestant {
  const client = createClient({ baseUrl: url });
  return {
    name: 'portage',
    swap: async (wallet, user) => {
      const request = {
        user,
        originChainId: originChainId,
        destinationChainId: destinationChainId,
        originCurrency: zeroAddress,
        destinationCurrency: zeroAddress,
        amount: testAmount,
        tradeType: 'EXACT_INPUT' as const,
      };
      const quote = await getQuote(client, request);
      const { status } = await execute(client, {
        quote,
        request,
        executors: [createEvmExecutor({ wallet })],
        minAmountOut: (BigInt(testAmount) * 9n) / 10n,
      });
      if (status !== 'success') throw new Error(`portage ended with ${status}.`);
    },
  };
}

/**
 * `@relayprotocol/relay-sdk`, unmodified, with its default options. Its chains name no RPC URL, so
 * it asks the wallet for receipts, as ours does, and gets them at once.
 */
export function relayContestant(url: string, devnet: Devnet): Contestant {
  const chains = [originChainId, destinationChainId].map((id) => ({
    ...convertViemChainToRelayChain(viemChain(devnet, id)),
    httpRpcUrl: '',
  }));
  const client = createRelayClient({ baseApiUrl: url, chains, source: 'portage.bench' });
  return {
    name: 'relay-sdk',
    swap: async (wallet, user) => {
      const quote = await client.actions.getQuote({
        chainId: originChainId,
        toChainId: destinationChainId,
        currency: zeroAddress,
        toCurrency: zeroAddress,
        amount: testAmount,
        user,
        recipient: user,
        wallet,
        tradeType: 'EXACT_INPUT',
      });
      const { data } = await client.actions.execute({ quote, wallet });
      const isDone = data.steps.every((step) =>
        step.items.every((item) => item.status === 'complete'),
      );
      if (!isDone) throw new Error('relay-sdk ended before all items were complete.');
    },
  };
}

/** Chain of the devnet in viem's form. */
export function viemChain(devnet: Devnet, id: number): Chain {
  const chain = evmChain(devnet.description, id);
  return defineChain({
    id,
    name: chain.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  });
}
