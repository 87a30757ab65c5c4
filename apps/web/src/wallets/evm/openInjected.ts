import { createEvmExecutor } from '@portage/sdk/evm';
import type { EIP1193Provider } from 'mipd';
import { createPublicClient, createWalletClient, custom, getAddress, http } from 'viem';
import type { ConnectOptions, Wallet } from '../wallet.js';
import { chainOf } from './chainOf.js';

/** Wallet of the browser. */
export interface InjectedWallet {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly provider: EIP1193Provider;
}

/** Connects a wallet of the browser; a silent one asks only whether the page is known already. */
export async function openInjected(
  { id, name, icon, provider }: InjectedWallet,
  { isSilent }: ConnectOptions,
): Promise<Wallet | undefined> {
  const method = isSilent ? 'eth_accounts' : 'eth_requestAccounts';
  const [address] = await provider.request({ method });
  if (address === undefined) return undefined;
  const account = getAddress(address);
  return {
    id,
    name,
    icon,
    vm: 'evm',
    address: account,
    isTest: false,
    watch: (onAddress) => {
      const onAccounts = (accounts: readonly string[]): void => {
        onAddress(accounts[0]);
      };
      provider.on('accountsChanged', onAccounts);
      return () => {
        provider.removeListener('accountsChanged', onAccounts);
      };
    },
    signText: (message) =>
      createWalletClient({ account, transport: custom(provider) }).signMessage({ message }),
    createExecutor: ({ chains }) =>
      createEvmExecutor({
        wallet: (chainId) =>
          createWalletClient({
            account,
            chain: chainOf(chainId, chains),
            transport: custom(provider),
          }),
        publicClient: (chainId) => {
          const chain = chainOf(chainId, chains);
          const hasEndpoint = chain.rpcUrls.default.http.length > 0;
          return createPublicClient({ chain, transport: hasEndpoint ? http() : custom(provider) });
        },
      }),
  };
}
